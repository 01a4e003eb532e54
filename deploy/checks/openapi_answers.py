"""openapi_answers.py SITUATION TAG=URL...: asks a server of each tag of docs/openapi.yaml for the answers that
no generated request gets, and holds each of them against the file.

SITUATION is what the servers are in: `swiped` (waits until a swipe is counted), `store-away`, `limits`,
`broker-away`; or `end`, which asks nothing and prints the number of operations if every status that the file
has was seen. $SEEN is the file of those seen, $API_TOKEN the servers' token.
"""

import dataclasses
import http.client
import json
import os
import pathlib
import socket
import sys
import time
import urllib.parse

import requests
import schemathesis
from schemathesis.specs.openapi import checks

FILE = pathlib.Path(__file__).parents[2] / "docs" / "openapi.yaml"
LIMIT_SECONDS = 30
NOT_ASKED_FOR = "500"  # a failure of the server's own
CHECKS = [checks.status_code_conformance, checks.content_type_conformance,
          checks.response_headers_conformance, checks.response_schema_conformance]
RUN_OF_2024 = "018cc251f4007000" "8000000000000000"  # a UUID of version 7, without hyphens


@dataclasses.dataclass
class Request:
    """The bytes of a request, malformed if so asked."""

    method: str
    path: str
    headers: dict
    body: bytes
    version: str = "HTTP/1.1"

    def but(self, headers=None, **parts):
        """This request with other parts; a header that is None is left out."""
        headers = {**self.headers, **(headers or {})}
        headers = {name: value for name, value in headers.items() if value is not None}
        return dataclasses.replace(self, headers=headers, **parts)

    def encoded(self):
        head = [f"{self.method} {self.path} {self.version}"]
        head += [f"{name}: {value}" for name, value in self.headers.items()]
        return "\r\n".join([*head, "", ""]).encode() + self.body


class Operation:
    """An operation of the file, and the server that has it."""

    def __init__(self, operation, url):
        self.operation = operation
        self.url = urllib.parse.urlsplit(url)
        self.raw = operation.definition.raw
        self.is_post = operation.method.upper() == "POST"
        self.has_token = self.raw.get("security") != []
        self.examples = {each.name: each.definition["example"] for each in operation.path_parameters}
        if "run" in self.examples:
            self.examples["run"] = f"{time.time_ns() // 1_000_000:012x}" "70008000000000000000"

    def example(self, path=None):
        """A request with the file's own examples, or these values in the path instead, and a run of now."""
        below = self.operation.path.format(**{**self.examples, **(path or {})})
        headers = {"Host": self.url.netloc}
        if self.has_token:
            headers["Authorization"] = "Bearer " + os.environ["API_TOKEN"]
        sent = b""
        if self.is_post:
            media, content = next(iter(self.raw["requestBody"]["content"].items()))
            value = next(iter(content["examples"].values()))["value"]
            items = value if isinstance(value, list) else [value]
            sent = "\n".join(json.dumps(item) for item in items).encode()
            headers |= {"Content-Type": media, "Content-Length": len(sent)}
        return Request(self.operation.method.upper(), self.url.path + below, headers, sent)

    def ask(self, request):
        """The status of the answer, which must be as the file says."""
        with socket.create_connection((self.url.hostname, self.url.port), LIMIT_SECONDS) as connection:
            connection.sendall(request.encoded())
            with http.client.HTTPResponse(connection, method=request.method) as answer:
                answer.begin()
                body = answer.read()
        response = schemathesis.Response(
            answer.status, {name: [value] for name, value in answer.headers.items()}, body,
            requests.Request(request.method, self.url.geturl()).prepare(), 0, False)
        try:
            self.operation.Case(path_parameters=self.examples).validate_response(response, checks=CHECKS)
        except BaseExceptionGroup as failures:
            sys.exit(f"{self.operation.label}: {answer.status} {body.decode()}\n{failures.exceptions[0]}")
        with open(os.environ["SEEN"], "a", encoding="utf-8") as seen:
            print(answer.status, self.operation.label, file=seen)
        return answer.status

    def expect(self, status, request):
        found = self.ask(request)
        if found != status:
            sys.exit(f"{self.operation.label}: {found} instead of {status}")

    def expect_soon(self, status):
        """Asks until the answer has this status."""
        end = time.monotonic() + LIMIT_SECONDS
        while (found := self.ask(self.example())) != status:
            if time.monotonic() > end:
                sys.exit(f"{self.operation.label}: {found} instead of {status} for {LIMIT_SECONDS} s")
            time.sleep(0.1)


def swiped(operations):
    """Waits for what a GET of a user that has swiped answers."""
    for operation in operations:
        if operation.raw["operationId"] == "postSwipe":
            operation.expect(201, operation.example())
    for operation in operations:
        if operation.raw["operationId"] in ("getMatches", "getStats"):
            operation.expect_soon(200)


def store_away(operations):
    for operation in operations:
        if operation.has_token and not operation.is_post:
            operation.expect(503, operation.example())


def limits(operations):
    """Asks servers that have no store and a short deadline for bodies."""
    for operation in operations:
        good = operation.example()
        # Tomcat's own answers
        operation.expect(400, good.but({"Header with blanks": "1"}))
        operation.expect(417, good.but({"Expect": "a miracle"}))
        operation.expect(501, good.but({"Transfer-Encoding": "unknown", "Content-Length": None}))
        operation.expect(505, good.but(version="HTTP/9.9"))
        operation.expect(405, good.but(method="DELETE"))
        if operation.has_token:
            operation.expect(401, good.but({"Authorization": None}))
            not_found(operation, good, operations)
        if operation.is_post:
            post(operation, good)
        elif operation.has_token:
            operation.expect(501, good)
            operation.expect(400, good.but({"Content-Length": 1}, body=b"x"))


def not_found(operation, good, operations):
    if "run" in operation.examples:  # at every server
        operation.expect(404, operation.example(path={"run": "a/b"}))
    else:
        others = (each.url for each in operations if each.url.port != operation.url.port)
        Operation(operation.operation, next(others).geturl()).expect(404, good)


def post(operation, good):
    length = len(good.body)
    operation.expect(403, good.but({"Sec-Fetch-Site": "cross-site"}))
    operation.expect(408, good.but({"Content-Length": length + 1}))
    operation.expect(413, good.but({"Content-Length": 1 << 30}))
    operation.expect(415, good.but({"Content-Encoding": "gzip"}))
    if "run" in operation.examples:
        operation.expect(409, operation.example(path={"run": RUN_OF_2024}))
    else:
        operation.expect(409, good.but({"Idempotency-Key": f"{RUN_OF_2024}-0"}))


def broker_away(operations):
    """A server may be told that its broker has ended when that has been gone for a while."""
    for operation in operations:
        if operation.raw["operationId"] == "getHealth":
            operation.expect_soon(503)
    for operation in operations:
        if operation.is_post:
            operation.expect(503, operation.example())


def end(operations):
    """Each status of the file must have been seen, or the file promises too much."""
    seen = pathlib.Path(os.environ["SEEN"]).read_text(encoding="utf-8").splitlines()
    documented = {f"{status} {operation.operation.label}" for operation in operations
                  for status in operation.raw["responses"] if status != NOT_ASKED_FOR}
    never = documented - set(seen)
    if never:
        sys.exit("no server has answered " + ", ".join(sorted(never)))
    print(f"openapi: OK operations={len(operations)}")


SITUATIONS = {
    "swiped": swiped, "store-away": store_away, "limits": limits, "broker-away": broker_away, "end": end}


def main():
    situation, *servers = sys.argv[1:]
    urls = dict(server.split("=", 1) for server in servers)
    schema = schemathesis.openapi.from_path(FILE)
    found = [result.ok() for result in schema.get_all_operations()]
    SITUATIONS[situation]([Operation(each, urls.get(each.tags[0], "http://nowhere")) for each in found])


main()
