import type { Command } from 'commander';
import type { OrgId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import type { Database } from '../db/open.ts';
import { putBrands } from '../features/brands/import.ts';
import { operator } from '../features/organisations/audit.ts';
import type { Ingestion } from '../features/runs/ingest.ts';
import { ingestFile, readBrandsFile } from '../features/runs/ingest-file.ts';
import { withIngestion, withOrganisation } from './database.ts';
import { FAILED, progressBar, say, sizeOf } from './terminal.ts';

const SHOWN_PROBLEMS = 1000;

export function addAnswerCommands(program: Command): void {
  program
    .command('ingest <file>')
    .description('ingest a file of answers, one JSON run a line; may be repeated, nothing is doubled')
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .option('--brands <file>', 'make or update these brands first, one JSON brand a line')
    .action((file: string, { org, brands }: { org: string; brands?: string }) =>
      withOrganisation(org, (database, { id }, log, config) =>
        withIngestion(database, { log, config }, (ingestion) =>
          ingest(database.db, ingestion, id, file, brands, log),
        ),
      ),
    );
}

async function ingest(
  db: Database['db'],
  ingestion: Ingestion,
  orgId: OrgId,
  file: string,
  brandsFile: string | undefined,
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
  });
  bar.update(Math.max(size, 1));
  bar.stop();
  log.debug({ seconds: (performance.now() - startedAt) / 1000 }, 'ingested');
  console.log(`created ${created}\nunchanged ${unchanged}\nrefused ${refused}`);
  if (refused > 0) process.exitCode = FAILED;
}

async function readByNewNames(ingestion: Ingestion, orgId: OrgId): Promise<void> {
  const bar = progressBar('{value} answers read again');
  bar.start(0, 0);
  const done = await ingestion
    .reextract(orgId, { onProgress: ({ read }) => bar.update(read) })
    .finally(() => bar.stop());
  console.log(`reextracted ${done}`);
}
