-- Exports as workbooks, and of the reports of what is found in answers.
alter table exports drop constraint exports_format_check;
alter table exports add constraint exports_format_check check (format in ('CSV', 'NDJSON', 'PARQUET', 'XLSX'));
alter table exports drop constraint exports_report_check;
alter table exports add constraint exports_report_check
  check (report in ('BRANDS', 'QUERIES', 'MENTIONS', 'SOURCES', 'SEARCHES'));
