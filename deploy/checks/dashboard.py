"""dashboard.py PROMETHEUS_URL DASHBOARD ALERTS: whether every expression of a Grafana dashboard has an answer,
and every metric of the alerts a series.

Prints a line for each; exits with 1 if one of them has none within 30 seconds.
"""

import json
import math
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

LIMIT_SECONDS = 30


def expressions(dashboard):
    """(what it is for, PromQL), as Grafana would ask with All chosen everywhere."""
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            asked = re.fullmatch(r"label_values\((\w+), (\w+)\)", variable["definition"])
            yield "variable " + variable["name"], 'count(%s{%s!=""})' % asked.groups()
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            query = target["expr"].replace("$__rate_interval", "1m")
            yield panel["title"], re.sub(r"\$\w+", ".+", query)


def metrics(alerts):
    """(what it is for, PromQL) for each of our metrics that an alert is about."""
    for expression in re.findall(r"expr: (.*)", alerts):
        for name in re.findall(r"\bpipeline_\w+", expression):
            yield "alert", f"count({name})"


def numbers(prometheus, query):
    """The numbers that answer an expression; an error's text if there is one."""
    asked = prometheus + "/api/v1/query?" + urllib.parse.urlencode({"query": query})
    try:
        with urllib.request.urlopen(asked, timeout=LIMIT_SECONDS) as answer:
            found = json.load(answer)["data"]["result"]
    except urllib.error.HTTPError as error:
        return [], json.load(error)["error"]
    values = [float(series["value"][1]) for series in found]
    return [value for value in values if not math.isnan(value)], ""


def main():
    prometheus, dashboard_file, alerts_file = sys.argv[1:]
    with open(dashboard_file, encoding="utf-8") as dashboard:
        open_questions = list(expressions(json.load(dashboard)))
    with open(alerts_file, encoding="utf-8") as alerts:
        open_questions += metrics(alerts.read())
    deadline = time.monotonic() + LIMIT_SECONDS
    while True:
        unanswered = []
        for what, query in open_questions:
            values, error = numbers(prometheus, query)
            if values:
                print(f"ok    {what}: {len(values)} x {query}")
            else:
                unanswered.append((what, query, error))
        open_questions = [(what, query) for what, query, _ in unanswered]
        if not unanswered or time.monotonic() > deadline:
            break
        time.sleep(1)
    for what, query, error in unanswered:
        print(f"FAIL  {what}: {error or 'no number'}: {query}")
    return 1 if unanswered else 0


sys.exit(main())
