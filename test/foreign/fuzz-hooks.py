"""What Schemathesis needs to know of this server: who calls. SIGHTLINE_EMAIL, SIGHTLINE_PASSWORD, SIGHTLINE_KEY."""
import json
import os

import requests
import schemathesis


@schemathesis.auth(refresh_interval=600)
class Login:
    """A token and a key with every request."""

    def get(self, case, context):
        body = {"email": os.environ["SIGHTLINE_EMAIL"], "password": os.environ["SIGHTLINE_PASSWORD"]}
        url = f"{os.environ['SIGHTLINE_URL']}/api/auth/login"
        answer = requests.post(url, json=body, headers={"X-Forwarded-For": "192.0.2.1"}, timeout=10)
        return answer.json().get("accessToken")  # none when the organisation is deleted, at the very end

    def set(self, case, data, context):
        if data is not None:
            case.headers["Authorization"] = f"Bearer {data}"
        case.headers["X-API-Key"] = os.environ["SIGHTLINE_KEY"]


@schemathesis.serializer("application/x-ndjson")
def ndjson(ctx, value):
    """Lines of JSON; what is no list is one line."""
    lines = value if isinstance(value, list) else [value]
    return "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines).encode()
