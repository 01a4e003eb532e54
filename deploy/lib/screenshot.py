"""Takes a picture of a page, as high as it is, with a headless Chromium driven by chromedriver.

    screenshot.py URL FILE SECONDS    SECONDS: how long the page's scripts have
"""
import base64
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

WIDTH = 1000
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"]


def post(address, /, **fields):
    request = urllib.request.Request(address, json.dumps(fields).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["value"]


def devtools(session, command, **fields):
    return post(f"{session}/goog/cdp/execute", cmd=command, params=fields)


def screen(session, height):
    devtools(session, "Emulation.setDeviceMetricsOverride",
             width=WIDTH, height=height, deviceScaleFactor=1, mobile=False)


def picture(driver, profile, url, seconds):
    options = {"args": [*FLAGS, f"--user-data-dir={profile}"]}
    answer = post(f"{driver}/session",
                  capabilities={"alwaysMatch": {"goog:chromeOptions": options}})
    session = f"{driver}/session/{answer['sessionId']}"
    try:
        screen(session, 100)
        post(f"{session}/url", url=url)
        time.sleep(seconds)
        height = devtools(session, "Page.getLayoutMetrics")["cssContentSize"]["height"]
        # the window grows first: charts that are resized while the picture is taken are empty in it
        screen(session, height)
        time.sleep(1)
        shot = devtools(session, "Page.captureScreenshot")
        return base64.b64decode(shot["data"])
    finally:
        urllib.request.urlopen(urllib.request.Request(session, method="DELETE"), timeout=60)


def main(url, file, seconds):
    with tempfile.TemporaryDirectory() as profile:
        with subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True) as driver:
            try:
                port = next(m for m in map(re.compile(r"successfully on port (\d+)").search, driver.stdout) if m)
                image = picture(f"http://127.0.0.1:{port.group(1)}", profile, url, float(seconds))
            finally:
                driver.terminate()
    with open(file, "wb") as out:
        out.write(image)


if __name__ == "__main__":
    main(*sys.argv[1:])
