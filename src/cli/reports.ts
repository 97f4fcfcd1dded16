import { type Command, Option } from 'commander';
import { reportRange } from '../reports/range.ts';
import type { ReportId } from '../reports/reports.ts';
import { day, wholeNumber } from './arguments.ts';
import { withDatabase, withOrganisation } from './database.ts';
import { csv, table } from './report-output.ts';
import { say, UsageError } from './terminal.ts';

interface ReportOptions {
  org: string;
  start?: string;
  end?: string;
  brand?: string;
  limit: number;
  offset: number;
  format: 'json' | 'table' | 'csv';
}

export function addReportCommands(program: Command): void {
  program
    .command('snapshot')
    .description('publish all that is committed now; running servers serve it within 2 s')
    .action(() =>
      withDatabase(async ({ url }, log, { dataDir, snapshotKeepMinutes: keepMinutes, memory }) => {
        const { publishSnapshot } = await import('../snapshots/publish.ts');
        const made = await publishSnapshot({
          url,
          dataDir,
          keepMinutes,
          memoryMb: memory.publisherMb,
          log,
          wait: true,
        });
        if (!made) throw new Error('Another publisher is at work.');
        const { id, rows, bytes, seconds, isNew } = made;
        const counts = Object.entries(rows).map(([name, count]) => `${name}=${count}`);
        console.log(`${id} ${counts.join(' ')} bytes=${bytes} seconds=${seconds.toFixed(2)}`);
        if (!isNew) say('Nothing has changed since this snapshot.');
      }),
    );

  program
    .command('report')
    .description('print a report of the current snapshot')
    .addArgument(
      program.createArgument('<report>', 'which report').choices(['brands', 'queries', 'mentions']),
    )
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .option('--start <day>', 'first day, YYYY-MM-DD (default: 30 days before today)', day)
    .option('--end <day>', 'last day, YYYY-MM-DD (default: today)', day)
    .option('--brand <id>', 'one brand only')
    .option('--limit <n>', 'most rows, 1 to 10000', wholeNumber(1, 10_000), 1000)
    .option('--offset <n>', 'rows to pass over first', wholeNumber(0, Number.MAX_SAFE_INTEGER), 0)
    .addOption(
      new Option('--format <format>', 'how to print it').choices(['json', 'table', 'csv']).default('table'),
    )
    .action((report: string, options: ReportOptions) => printReport(report, options));
}

function printReport(
  name: string,
  { org, start, end, brand, limit, offset, format }: ReportOptions,
): Promise<void> {
  return withOrganisation(org, async ({ db }, { id }, log, config) => {
    const { openReports } = await import('../app/job-context.ts');
    const { reports, close } = await openReports(config, db, log);
    try {
      if (!reports.current())
        throw new UsageError('There is no snapshot yet: run the command snapshot first.');
      const report = `report${name.charAt(0).toUpperCase()}${name.slice(1)}` as ReportId;
      const range = reportRange(start, end, new Date());
      const { body: json } = await reports.render({
        report,
        orgId: id,
        brand: brand ?? null,
        allowed: null,
        ...range,
        limit,
        offset,
      });
      const text = String(json);
      if (format === 'json') console.log(text);
      else process.stdout.write((format === 'csv' ? csv : table)(JSON.parse(text)));
      if (format === 'table') say(`from ${range.start} to ${range.end}`);
    } finally {
      await close();
    }
  });
}
