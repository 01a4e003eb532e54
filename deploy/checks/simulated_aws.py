"""moto's server, which otherwise makes every balancer of a template an `application` one.

The listener of a network balancer would then be refused for its protocol, as moto checks that.
"""
from moto.elbv2.models import FakeLoadBalancer
from moto.server import main

create_as_moto_does = FakeLoadBalancer.create_from_cloudformation_json


def create(resource_name, cloudformation_json, account_id, region_name, **more):
    balancer = create_as_moto_does(
        resource_name, cloudformation_json, account_id, region_name, **more)
    balancer.type = cloudformation_json["Properties"].get("Type", balancer.type)
    return balancer


FakeLoadBalancer.create_from_cloudformation_json = create
main()
