"""Signs schemathesis in as one account of the running kernel, again whenever its session has ended.

The account is FUZZ_EMAIL with FUZZ_PASSWORD at FUZZ_ORIGIN; without FUZZ_EMAIL every request is a visitor's.
"""

import http.client
import json
import os
import random
import threading
from urllib.parse import urlsplit

import schemathesis

EMAIL = os.environ.get("FUZZ_EMAIL")
lock = threading.Lock()
held = {"token": None}


def log_in():
    """Past schemathesis, and from another loopback address and a device that the account knows: the guesses that
    are made out of the contract must not count for these calls."""
    body = json.dumps({"email": EMAIL, "password": os.environ["FUZZ_PASSWORD"]})
    headers = {"content-type": "application/json", "cookie": os.environ["FUZZ_DEVICE"]}
    source = f"127.{random.randint(1, 250)}.{random.randint(1, 250)}.{random.randint(2, 250)}"
    origin = urlsplit(os.environ["FUZZ_ORIGIN"])
    connection = http.client.HTTPConnection(
        origin.hostname, origin.port, timeout=20, source_address=(source, 0)
    )
    connection.request("POST", "/api/user/login", body, headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{EMAIL} cannot log in: {answer.status} {text[:200]!r}")
    return json.loads(text)["payload"]["accessToken"]


if EMAIL:

    @schemathesis.hook
    def before_call(ctx, case, kwargs):
        # What was generated for this header stays now and then: a token that is none is input, too.
        if "Authorization" in (case.headers or {}) and hash(case.id) % 10 == 0:
            return
        with lock:
            held["token"] = held["token"] or log_in()
        case.headers = {**(case.headers or {}), "Authorization": "Bearer " + held["token"]}

    @schemathesis.hook
    def after_call(ctx, case, response):
        # Logged out, suspended for a while, or older than a proof of who one is may be.
        ended = response.status_code == 401 or case.operation.path.startswith("/api/user/logout")
        stale = response.status_code == 403 and b"reauthentication_required" in response.content
        if ended or stale:
            with lock:
                held["token"] = None
