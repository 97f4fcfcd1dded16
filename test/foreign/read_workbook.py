"""Prints the cells of an XLSX file as JSON: for each sheet its name and rows, for each cell its type and value."""

import datetime
import json
import sys

import openpyxl


def value_of(cell):
    value = cell.value
    if isinstance(value, datetime.datetime):
        return value.isoformat(timespec="milliseconds") + "Z"
    return value


book = openpyxl.load_workbook(sys.argv[1])
sheets = [
    {"name": sheet.title, "rows": [[[cell.data_type, value_of(cell)] for cell in row] for row in sheet.iter_rows()]}
    for sheet in book.worksheets
]
print(json.dumps(sheets))
