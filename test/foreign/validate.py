"""Two validators that share no code with ours read the contract: openapi-spec-validator (Python, patterns by re) and
jsonschema-rs (Rust). Usage: validate.py openapi.json"""
import json
import pathlib
import re
import sys

import jsonschema_rs
import openapi_spec_validator

document = json.loads(pathlib.Path(sys.argv[1]).read_text())
problems = []

for error in openapi_spec_validator.OpenAPIV30SpecValidator(document).iter_errors():
    problems.append(f"openapi-spec-validator: {error.message}")

folder = pathlib.Path(openapi_spec_validator.__file__).parent
meta = json.loads((folder / "resources/schemas/v3.0/schema.json").read_text())
for error in jsonschema_rs.validator_for(meta, validate_formats=True).iter_errors(document):
    problems.append(f"jsonschema-rs: {list(error.instance_path)}: {error.message}")


def as_json_schema(node):
    """OpenAPI 3.0's nullable in the words of JSON Schema."""
    if isinstance(node, list):
        return [as_json_schema(entry) for entry in node]
    if not isinstance(node, dict):
        return node
    plain = {name: as_json_schema(member) for name, member in node.items() if name != "example"}
    if node.get("nullable") is True and isinstance(node.get("type"), str):
        plain["type"] = [node["type"], "null"]
    return plain


def patterns(node):
    if isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            yield node
        for member in node.values():
            yield from patterns(member)
    elif isinstance(node, list):
        for entry in node:
            yield from patterns(entry)


# Every schema compiles, and its own example holds.
components = as_json_schema(document["components"])
schemas = document["components"]["schemas"]
for name, schema in schemas.items():
    root = {"components": components, "$ref": f"#/components/schemas/{name}"}
    validator = jsonschema_rs.Draft4Validator(root, validate_formats=True)
    for error in validator.iter_errors(schema.get("example")):
        problems.append(f"jsonschema-rs: the example of {name}: {error.message}")

found = list(patterns(document))
for schema in found:
    if isinstance(schema.get("example"), str) and not re.search(schema["pattern"], schema["example"]):
        problems.append(f"re: {schema['pattern']} does not match {schema['example']}")

assert len(schemas) > 100 and len(found) > 10, "the contract was not found"
print(f"{len(schemas)} schemas, {len(found)} patterns, {len(problems)} problems")
for problem in problems[:20]:
    print(problem)
sys.exit(1 if problems else 0)
