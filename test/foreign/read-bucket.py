"""Runs SQL as a reader of a bucket would, and prints the rows of the last statement as JSON.
Usage: read-bucket.py duckdb|clickhouse file.sql"""
import json
import pathlib
import re
import sys

engine, path = sys.argv[1:]
statements = [one for one in re.split(r";\s*$", pathlib.Path(path).read_text(), flags=re.M) if one.strip()]

if engine == "duckdb":
    import duckdb
    import duckdb_extension_httpfs

    connection = duckdb.connect()
    [extension] = pathlib.Path(duckdb_extension_httpfs.__file__).parent.rglob("httpfs.duckdb_extension")
    connection.execute(f"LOAD '{extension}'")
    for statement in statements:
        if not re.match(r"\s*(INSTALL|LOAD) ", statement):
            connection.execute(statement)
    print(json.dumps(connection.fetchall(), default=str))
else:
    from chdb import session

    opened = session.Session()
    for statement in statements[:-1]:
        opened.query(statement)
    print(json.dumps(json.loads(opened.query(statements[-1], "JSONCompact").bytes())["data"]))
