"""Uses the client that openapi-python-client made of the contract (package `sightline_client`) against a server.
Usage: use_client.py URL EMAIL PASSWORD KEY"""
import datetime
import json
import sys

from sightline_client import AuthenticatedClient, Client
from sightline_client.api.auth import get_me, login
from sightline_client.api.brands import create_brand, get_brand, list_brands
from sightline_client.api.prompts import ingest_runs
from sightline_client.api.reports import create_export, get_brands_report, list_exports, report_brands
from sightline_client.models import (
    BrandCreate,
    BrandsReportParameters,
    Error,
    ExportCreate,
    ExportFormat,
    ExportParameters,
    IngestResult,
    Login,
    ReportKind,
    Run,
)

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
    platform="CHATGPT",
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

# Parameters are given as a model, and come back as one that may be null.
filters = [{"field": "platform", "operator": "in", "values": ["CHATGPT"]}]
parameters = ExportParameters.from_dict({"filters": filters, "compare_to": "previous"})
export = ExportCreate(report=ReportKind.BRANDS, format_=ExportFormat.CSV, parameters=parameters)
export = create_export.sync(client=member, body=export)
assert export.parameters.filters[0].to_dict() == filters[0], export
assert export.id in [one.id for one in list_exports.sync(client=member).data]
print("used")
