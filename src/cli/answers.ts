import { type Command, Option } from 'commander';
import type { OrgId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import type { Database } from '../db/open.ts';
import { operator } from '../features/audit/audit.ts';
import { putBrands } from '../features/brands/import.ts';
import { columnOf } from '../features/imports/columns.ts';
import { type FileOptions, ingestFile, readBrandsFile } from '../features/imports/file.ts';
import type { FileRun } from '../features/imports/importing.ts';
import type { Reading } from '../features/imports/piece.ts';
import { type DayOrder, SCALES, type Scale } from '../features/imports/values.ts';
import type { Ingestion } from '../features/runs/ingest.ts';
import { withIngestion, withOrganisation } from './database.ts';
import { FAILED, progressBar, say, sizeOf, UsageError } from './terminal.ts';

const SHOWN_PROBLEMS = 1000;

export function addAnswerCommands(program: Command): void {
  program
    .command('ingest <file>')
    .description(
      'ingest a file of answers, a CSV or one JSON run a line; may be repeated, nothing is doubled',
    )
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .option('--brands <file>', 'make or update these brands first, one JSON brand a line')
    .option('--brand <id>', 'the brand of answers that name none')
    .option(
      '--columns <fields>',
      'what the columns of a CSV are, in order: answer,platform,-,…; - is not used',
    )
    .addOption(new Option('--dates <order>', 'how 03/04/2026 is read').choices(['DMY', 'MDY']))
    .addOption(new Option('--scores <scale>', 'the scale of sentiment scores').choices(SCALE_NAMES))
    .option('--dry-run', 'read and check the file; store nothing')
    .action((file: string, options: IngestOptions) =>
      withOrganisation(options.org, (database, { id }, log, config) =>
        withIngestion(database, { log, config }, (ingestion) =>
          ingest(database.db, ingestion, id, file, options, log),
        ),
      ),
    );
}

interface IngestOptions {
  org: string;
  brands?: string;
  brand?: string;
  columns?: string;
  dates?: DayOrder;
  scores?: string;
  dryRun?: boolean;
}

async function ingest(
  db: Database['db'],
  ingestion: Ingestion,
  orgId: OrgId,
  file: string,
  { brands: brandsFile, brand, dryRun = false, ...reading }: IngestOptions,
  log: Log,
): Promise<void> {
  const size = sizeOf(file);
  if (brandsFile !== undefined) {
    sizeOf(brandsFile);
    const { created, changed, unchanged } = await putBrands(
      db,
      orgId,
      await readBrandsFile(brandsFile),
      operator(orgId),
    );
    say(`brands: ${created} created, ${changed} changed, ${unchanged} unchanged`);
    // Stored answers were extracted with the old names.
    if (changed > 0) await readByNewNames(ingestion, orgId);
  }
  const startedAt = performance.now();
  const bar = progressBar('{bar} {percentage} % | {runs} runs, {rate} a second, {refused} refused');
  bar.start(Math.max(size, 1), 0, { runs: 0, rate: 0, refused: 0 });
  let problems = 0;
  const { created, unchanged, refused } = await ingestFile(ingestion, orgId, file, {
    reading: parseReading(reading),
    brandId: brand,
    isDryRun: dryRun,
    onReading: sayReading,
    onProblem: (line, problem) => {
      problems += 1;
      if (problems <= SHOWN_PROBLEMS) say(`line ${line}: ${problem}`);
      else if (problems === SHOWN_PROBLEMS + 1) say('… more problems are not shown');
    },
    onProgress: ({ bytes, ...done }) => {
      const runs = done.created + done.unchanged + done.refused;
      const rate = Math.round((runs / (performance.now() - startedAt)) * 1000);
      bar.update(Math.min(bytes, size), { runs, rate, refused: done.refused });
    },
  }).finally(() => bar.stop());
  log.debug({ seconds: (performance.now() - startedAt) / 1000 }, 'ingested');
  if (dryRun) say('nothing is stored: this would be');
  console.log(`created ${created}\nunchanged ${unchanged}\nrefused ${refused}`);
  if (refused > 0) process.exitCode = FAILED;
}

const SCALE_NAMES = Object.values(SCALES).map(({ name }) => name.replace(' to ', '..'));

function parseReading({
  columns,
  dates,
  scores,
}: Pick<IngestOptions, 'columns' | 'dates' | 'scores'>): NonNullable<FileOptions['reading']> {
  const scale = (Object.keys(SCALES) as Scale[])[SCALE_NAMES.indexOf(scores ?? '')];
  const fields = columns?.split(',').map((field) => {
    const column = columnOf(field);
    if (column === undefined && field !== '-')
      throw new UsageError(`--columns: "${field}" is no field of an answer.`);
    return column ?? null;
  });
  return { ...(fields && { columns: fields }), ...(dates && { dates }), ...(scale && { scores: scale }) };
}

/** Says how a file is read, with the scale of its scores, before anything is stored. */
function sayReading({ format, encoding, names, columns, scores }: Reading, first: readonly FileRun[]): void {
  const unused = names.filter((_, at) => columns[at] === null);
  if (format === 'CSV')
    say(
      `${encoding}: ${names.flatMap((name, at) => (columns[at] ? [`${name} → ${columns[at]}`] : [])).join(', ')}`,
    );
  if (unused.length > 0) say(`not used: ${unused.join(', ')}`);
  if (scores === null || (scores === 'HUNDRED' && format !== 'CSV')) return;
  say(`scores are written as ${SCALES[scores].name}, and stored as 0 to 100`);
  for (const { line, run } of first.slice(0, 3))
    say(`line ${line} is: ${run.executedAt} ${run.platform}, score ${run.sentimentScore ?? 'none'}`);
}

async function readByNewNames(ingestion: Ingestion, orgId: OrgId): Promise<void> {
  const bar = progressBar('{value} answers read again');
  bar.start(0, 0);
  const done = await ingestion
    .reextract(orgId, { onProgress: ({ read }) => bar.update(read) })
    .finally(() => bar.stop());
  console.log(`reextracted ${done}`);
}
