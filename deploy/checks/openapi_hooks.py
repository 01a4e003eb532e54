"""What Schemathesis has to be told about docs/openapi.yaml; notes each status it gets in the file $SEEN."""
import json
import os
import time

import schemathesis
from hypothesis import strategies

# its own runs began whenever; the server takes those that began from 30 days ago to ten minutes ahead
NOW = f"{time.time_ns() // 1_000_000:012x}"
RUN = NOW + "7[0-9A-Fa-f]{3}[89ABab][0-9A-Fa-f]{15}"
schemathesis.openapi.format("run", strategies.from_regex(RUN, fullmatch=True))

# its own headers have letters and digits only; from the last number on there is no room for many lines
schemathesis.openapi.format(
    "idempotency-key", strategies.from_regex(RUN + "-(0|[1-9][0-9]{0,8})", fullmatch=True))


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """The items of an array on lines of their own; what is no array makes a line that nobody takes."""
    items = value if isinstance(value, list) else [[value]]
    return "".join(json.dumps(item) + "\n" for item in items).encode()


@schemathesis.hook
def map_body(context, body):
    """Writes 21.0 as 21: in JSON Schema both are integers, here the first is not, as the file says."""
    if isinstance(body, dict):
        return {name: map_body(context, value) for name, value in body.items()}
    if isinstance(body, list):
        return [map_body(context, value) for value in body]
    return int(body) if isinstance(body, float) and body.is_integer() else body


@schemathesis.hook
def after_call(context, case, response):
    with open(os.environ["SEEN"], "a", encoding="utf-8") as seen:
        print(response.status_code, case.operation.label, file=seen)
