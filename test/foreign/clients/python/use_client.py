"""Uses the client that openapi-python-client made of the contract (package `sightline_client`) against a server.
Usage: use_client.py URL EMAIL PASSWORD KEY"""
import datetime
import json
import sys

from sightline_client import AuthenticatedClient, Client
from sightline_client.api.auth import get_me, login
from sightline_client.api.brands import create_brand, get_brand, list_brands
from sightline_client.api.prompts import ingest_runs
from sightline_client.api.reports import get_brands_report, report_brands
from sightline_client.models import BrandCreate, BrandsReportParameters, Error, IngestResult, Login, Platform, Run

url, email, password, key = sys.argv[1:]
strict = {"base_url": url, "raise_on_unexpected_status": True}

tokens = login.sync(client=Client(**strict), body=Login(email=email, password=password))
member = AuthenticatedClient(token=tokens.access_token, **strict)
by_key = AuthenticatedClient(token=key, prefix="", auth_header_name="X-API-Key", **strict)

assert get_me.sync(client=member).user.email == email

made = create_brand.sync(client=member, body=BrandCreate(name="Lumenfold", aliases=["Lumen Fold"]))
assert made.name == "Lumenfold" and made.aliases == ["Lumen Fold"], made
assert get_brand.sync(client=member, id=made.id).id == made.id
assert made.id in [brand.id for brand in list_brands.sync(client=member, limit=10).data]

twice = create_brand.sync(client=member, body=BrandCreate(name="lumenfold "))
assert isinstance(twice, Error) and twice.error.value == "conflict", twice
unknown = get_brand.sync(client=member, id="unknown")
assert isinstance(unknown, Error) and unknown.error.value == "not_found", unknown

run = Run(
    external_id="python-1",
    brand="Lumenfold",
    platform=Platform.CHATGPT,
    query_text="Which reading lamp is easiest on the eyes?",
    executed_at=datetime.datetime.now(datetime.UTC),
    answer="Lumenfold is the gentlest lamp we found.",
)
outcome = ingest_runs.sync(client=by_key, body=[run])
assert (outcome.created, outcome.refused) == (1, 0), outcome
# The generator makes functions for JSON alone. Lines are sent by the HTTP client inside, which knows address and key.
lines = "\n".join(json.dumps({**run.to_dict(), "externalId": id}) for id in ("python-2", "python-3"))
sent = by_key.get_httpx_client().post("/api/runs", content=lines, headers={"Content-Type": "application/x-ndjson"})
outcome = IngestResult.from_dict(sent.json())
assert (outcome.created, outcome.refused) == (2, 0), outcome

for report, client in ((report_brands, by_key), (get_brands_report, member)):
    answer = report.sync_detailed(client=client, body=BrandsReportParameters(limit=10))
    assert answer.status_code == 200 and answer.headers["X-Snapshot-Id"], answer
    assert isinstance(answer.parsed.total, int)
    assert isinstance(report.sync(client=client, body=BrandsReportParameters(limit=0)), Error)
print("used")
