import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Config } from '../../base/config.ts';
import { DEFAULT_RANGE_DAYS } from '../../base/definitions.ts';
import { clearLeftovers, replaceFile } from '../../base/durable-file.ts';
import { type Breakdown, type BrokenDown, MOST_ROWS, mostRows } from '../../reports/breakdown/request.ts';
import type { ReportFileCall, ReportFiles } from '../../reports/files.ts';
import { flatColumns } from '../../reports/flat.ts';
import { textOfRows } from '../../reports/forms/rows-page.ts';
import { type DateRange, reportRange } from '../../reports/range.ts';
import type { ReportCall, Reports } from '../../reports/reports.ts';
import type { Columns } from '../../reports/wire.ts';
import { day, wholeNumber } from '../arguments.ts';
import { withDatabase, withOrganisation } from '../database.ts';
import { say, UsageError } from '../terminal.ts';
import { type BreakdownOptions, breakdownOfOptions } from './options.ts';
import { type PrintedReport, table } from './output.ts';

/** Formats that are written as files alone, with all rows. */
const FILE_FORMATS = { parquet: 'PARQUET', xlsx: 'XLSX' } as const;
type FileFormat = keyof typeof FILE_FORMATS;

interface ReportOptions extends BreakdownOptions {
  org: string;
  start?: string;
  end?: string;
  brand?: string;
  limit: number;
  offset: number;
  all?: true;
  format: 'json' | 'table' | 'csv' | FileFormat;
  sql?: true | 'duckdb' | 'postgres';
  snapshot?: string;
  output?: string;
}

const EXAMPLES = `
Examples:
  sightline report brands --org Acme --dimensions platform,week --include intervals
  sightline report brands --org Acme --compare previous --filter branded:in:false
  sightline report queries --org Acme --dimensions query --having visibility_total:gte:10 --order-by visibility
  sightline report mentions --org Acme --dimensions domain --filter 'domain:contains:reviews,forum' --format csv
  sightline report mentions --org Acme --start 2026-01-01 --format parquet --output mentions.parquet
  sightline report sources --org Acme --by url --filter gap:in:true --format xlsx --output gaps.xlsx

A filter is field:operator:values, the operator in, not_in or contains. Values stand between commas; a comma or backslash
in a value is escaped by a backslash ('query:in:Which lamp\\, and why?'), and an empty value is what is unknown (model:in:).
A table shows what fits in 100 columns; csv, json, parquet and xlsx have all columns.`;

export function addReportCommands(program: Command): void {
  program
    .command('snapshot')
    .description('publish all that is committed now; running servers serve it within 2 s')
    .option('--anew', 'read everything from Postgres again, such as after changing rows by hand')
    .action(({ anew: isAnew = false }: { anew?: boolean }) =>
      withDatabase(async ({ url }, log, config) => {
        const { filesDir, store, storePath, snapshotKeepMinutes: keepMinutes, memory } = config;
        const { Sharing } = await import('../../snapshots/sharing/sharing.ts');
        const { StoreMark } = await import('../../files/store-mark.ts');
        const { publishSnapshot } = await import('../../snapshots/publish/publish.ts');
        const published = await publishSnapshot({
          url,
          dataDir: filesDir,
          keepMinutes,
          memoryMb: memory.publisherMb,
          log,
          wait: true,
          isAnew,
          sharing: store && new Sharing(store),
          storeMark: storePath === null ? null : StoreMark.inFolder(storePath, filesDir),
        });
        if (!published) throw new Error('Another publisher is at work.');
        const { id, rows, bytes, seconds, isNew } = published;
        const counts = Object.entries(rows).map(([name, count]) => `${name}=${count}`);
        console.log(`${id} ${counts.join(' ')} bytes=${bytes} seconds=${seconds.toFixed(2)}`);
        if (!isNew) say('Nothing has changed since this snapshot.');
      }),
    );

  program
    .command('report')
    .description('print a report of the current snapshot')
    .addArgument(
      program
        .createArgument('<report>', 'which report')
        .choices(['brands', 'queries', 'mentions', 'sources', 'searches']),
    )
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .option('--start <day>', `first day, YYYY-MM-DD (default: ${DEFAULT_RANGE_DAYS} days before today)`, day)
    .option('--end <day>', 'last day, YYYY-MM-DD (default: today)', day)
    .option('--brand <id>', 'one brand only')
    .addOption(new Option('--by <row>', 'what is a row of sources').choices(['domain', 'url']))
    .option('--dimensions <names>', 'a row for each value of up to 3, such as platform,week')
    .option('--filter <condition>', 'what counts, such as platform:in:CHATGPT,CLAUDE; may repeat', collected)
    .option('--having <condition>', 'rows to show, such as visibility_total:gte:10; may repeat', collected)
    .option('--order-by <fields>', 'order of rows, a hyphen for descending, such as -visibility,name')
    .option('--include <names>', 'more of each row, such as intervals,share_of_voice')
    .option('--compare <range>', 'a second range: previous, or days such as 2026-01-01..2026-01-31')
    .option('--sentiment-readers <names>', 'count only their scores, such as MODEL,PERSON')
    .option('--limit <n>', 'most rows, 1 to 10000', wholeNumber(1, 10_000), 1000)
    .option('--offset <n>', 'rows to pass over first', wholeNumber(0, Number.MAX_SAFE_INTEGER), 0)
    .addOption(new Option('--all', 'all rows').conflicts(['limit', 'offset']))
    .addOption(
      new Option('--format <format>', 'how to print it; parquet and xlsx have all rows and need --output')
        .choices(['table', 'csv', 'json', 'parquet', 'xlsx'])
        .default('table'),
    )
    .addOption(
      new Option('--sql [engine]', 'print the statements of these rows instead, to run by hand')
        .choices(['duckdb', 'postgres'])
        .conflicts(['all', 'format']),
    )
    .option('--snapshot <id>', 'of an earlier snapshot that is still there (default: the current one)')
    .option('--output <file>', 'write it to a file, such as brands.csv, which is replaced')
    .addHelpText('after', EXAMPLES)
    .action((report: string, options: ReportOptions, command: Command) => {
      const isPaged = ['limit', 'offset'].some((name) => command.getOptionValueSource(name) === 'cli');
      return printReport(report, options, isPaged);
    });
}

function collected(value: string, before: string[] = []): string[] {
  return [...before, value];
}

async function printReport(name: string, options: ReportOptions, isPaged: boolean): Promise<void> {
  const { org, start, end, brand = null, limit, offset, all = false, format, output, sql } = options;
  const file = format in FILE_FORMATS ? (format as FileFormat) : null;
  if (file !== null && output === undefined)
    throw new UsageError(`--format ${file} needs --output, such as --output report.${file}.`);
  if (file !== null && isPaged)
    throw new UsageError(`--format ${file} has all rows: leave --limit and --offset out.`);
  if (options.by !== undefined && name !== 'sources')
    throw new UsageError('--by is for the report sources alone.');
  const path = output === undefined ? null : resolve(output);
  if (path !== null && !existsSync(dirname(path)))
    throw new UsageError(`--output: there is no folder ${dirname(path)}.`);
  const report = `report${name.charAt(0).toUpperCase()}${name.slice(1)}` as BrokenDown;
  const range = reportRange(start, end, new Date(), ['--start', '--end']);
  const breakdown = await breakdownOfOptions(report, options, range);
  await withOrganisation(org, async ({ db }, { id }, log, config) => {
    const { openReports } = await import('../../app/job-context.ts');
    const { reportOf } = await import('../../reports/reports.ts');
    const folders = file !== null && path !== null ? [dirname(path)] : [];
    const reading: Config = typeof sql === 'string' ? { ...config, reportEngine: sql } : config;
    const { reports, reportFiles, close } = await openReports(reading, db, log, {}, folders);
    try {
      if (options.snapshot !== undefined && reportFiles === null)
        throw new UsageError('--snapshot needs reports of snapshots: Postgres has the rows of now alone.');
      if (!reports.current())
        throw new UsageError('There is no snapshot yet: run the command snapshot first.');
      const call = {
        report,
        orgId: id,
        brand,
        allowed: null,
        breakdown,
        snapshotId: options.snapshot,
        ...range,
      };
      if (file !== null)
        await writeFile(reportFiles, { ...call, format: FILE_FORMATS[file] }, path as string);
      else {
        const page = { ...call, limit, offset };
        const write = (text: string) =>
          path === null ? void process.stdout.write(text) : replaceFile(path, text);
        if (sql) return write(await reports.statements(page));
        const pages = all ? allRows(reports, call) : onePage(reports, page);
        const { columns } = reportOf(call);
        const text = await printed(format as Exclude<typeof format, FileFormat>, await pages, columns);
        write(text);
      }
      if (format === 'table' || path !== null) say(described(range, breakdown));
    } finally {
      await close();
    }
  });
}

async function printed(
  format: 'json' | 'csv' | 'table',
  { json, data, total }: Found,
  columns: Columns,
): Promise<string> {
  switch (format) {
    case 'json':
      return `${json}\n`;
    case 'csv':
      return String(await textOfRows({ rows: data, total, columns }, 'csv'));
    case 'table':
      return table({ data, total, columns: flatColumns(columns) });
  }
}

type WholeReport = Omit<ReportCall, 'limit' | 'offset'>;
type Found = Omit<PrintedReport, 'columns'> & { json: string };

async function onePage(reports: Reports, call: ReportCall): Promise<Found & { snapshotId: string }> {
  const { body, snapshotId } = await reports.render(call);
  const json = body.toString();
  const { data, total } = JSON.parse(json);
  return { data, total, json, snapshotId };
}

/** All rows, page by page from one snapshot. */
async function allRows(reports: Reports, call: WholeReport): Promise<Found> {
  const limit = call.breakdown ? mostRows(call.breakdown) : MOST_ROWS;
  const first = await onePage(reports, { ...call, limit, offset: 0 });
  const { snapshotId, total } = first;
  for (let offset = limit; offset < total; offset += limit)
    first.data.push(...(await onePage(reports, { ...call, limit, offset, snapshotId })).data);
  return { ...first, json: JSON.stringify({ ...JSON.parse(first.json), data: first.data }) };
}

/** Writes a file of all rows under a temporary name, and renames it when complete. */
async function writeFile(
  files: ReportFiles | null,
  call: WholeReport & Pick<ReportFileCall, 'format'>,
  path: string,
): Promise<void> {
  const { NO_REPORT_FILES } = await import('../../features/exports/exports.ts');
  if (files === null) throw new UsageError(NO_REPORT_FILES);
  const temporary = `${path}.new-${process.pid}`;
  clearLeftovers(`${path}.new-`, process.pid);
  try {
    const { rows } = await files.write({
      ...call,
      path: temporary,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    chmodSync(temporary, 0o600);
    renameSync(temporary, path);
    say(`${rows} rows`);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function described({ start, end }: DateRange, breakdown: Breakdown | null): string {
  const other = breakdown?.compareTo;
  return `from ${start} to ${end}${other ? `, compared with ${other.start} to ${other.end}` : ''}`;
}
