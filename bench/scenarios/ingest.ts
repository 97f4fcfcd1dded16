import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openIngestion } from '../../src/app/ingestion.ts';
import { DAY_MS, dayOf } from '../../src/base/days.ts';
import type { OrgId } from '../../src/base/ids.ts';
import { divideMemory, seenLimitMb } from '../../src/base/settings/memory.ts';
import { openDb } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { isUnread } from '../../src/extraction/pool.ts';
import { createOrganisation } from '../../src/features/accounts/organisation.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { putBrands } from '../../src/features/brands/import.ts';
import { DEMO_BRANDS, type DemoRun, demoRuns } from '../../src/features/demo/content.ts';
import type { AnswerReader } from '../../src/features/runs/answer-reader.ts';
import { eachOf } from '../../src/files/each-of.ts';
import { serverEnvironment } from '../support/bench.ts';
import { alternate, compare } from '../support/compare.ts';
import { benchLog } from '../support/log.ts';
import { outputOf } from '../support/program.ts';
import { atLeast, type Scenario } from '../support/scenario.ts';

const RUNS = 20_000;
/** Answers of the demo in one: platforms' own have some 3,000 characters. */
const TOGETHER = 5;
/** Long ago: so many runs take 15 years of the demo, and none may be in the future. */
const FIRST_DAY = '1990-01-01';
/** The command's numbers: src/features/imports/file.ts. */
const BATCH_RUNS = 250;
const BATCHES_UNDER_WAY = 3;

/** The command that stores a file of answers, against the extraction of these answers alone, on as many threads. */
export const ingest: Scenario = {
  name: 'ingest',
  seconds: 150,
  async measure(bench) {
    const { isQuick, slowRounds } = bench.settings;
    const copy = await bench.copy('ingest');
    await migrate(copy.url, benchLog);
    const db = await openDb(copy.url);
    const { ingestion, close } = openIngestion(
      db,
      { workers: 1, memory: divideMemory(seenLimitMb(), 1) },
      benchLog,
    );
    const runs = longRuns(isQuick ? RUNS / 20 : RUNS);
    const file = join(copy.dataDir, 'runs.jsonl');
    writeFileSync(file, runs.map((run) => `${JSON.stringify(run)}\n`).join(''));
    let organisations = 0;
    const organisation = async () => {
      organisations += 1;
      const name = `Organisation ${organisations}`;
      const email = `owner${organisations}@bench.example`;
      const { id } = await createOrganisation(db, {
        name,
        plan: 'CUSTOM',
        email,
        password: 'of the benchmark',
      });
      await putBrands(db, id, [...structuredClone(DEMO_BRANDS)], operator(id));
      return id;
    };
    try {
      const samples = await alternate(slowRounds, {
        command: async () => {
          const args = ['ingest', file, '--org', await organisation()];
          const startedAt = performance.now();
          const output = await outputOf('src/cli.ts', args, serverEnvironment(copy.url, copy.dataDir));
          const seconds = (performance.now() - startedAt) / 1000;
          const [, created] = /^created (\d+)$/m.exec(output) ?? [];
          if (Number(created) !== runs.length)
            throw new Error(`${created} of ${runs.length} runs were created.`);
          return runs.length / seconds;
        },
        extraction: async () => {
          const orgId = await organisation();
          const startedAt = performance.now();
          await extractAll(ingestion.reader, orgId, runs);
          return runs.length / ((performance.now() - startedAt) / 1000);
        },
      });
      const characters = runs.reduce((sum, { answer }) => sum + answer.length, 0) / runs.length;
      return [
        {
          row: 25,
          name: `ingest of ${runs.length} answers of ${Math.round(characters)} characters ÷ their extraction alone`,
          unit: 'answers/s',
          target: atLeast(0.7),
          ...compare(samples.command, samples.extraction),
        },
      ];
    } finally {
      await close();
      await db.close();
      await bench.drop('ingest');
    }
  },
};

/** The demo's runs, with the answers of several days in one. */
function longRuns(count: number): DemoRun[] {
  const runs: DemoRun[] = [];
  const until = new Date('9999-12-31');
  for (let at = 0; runs.length < count; at += TOGETHER) {
    const days = Array.from({ length: TOGETHER }, (_, more) =>
      demoRuns(dayOf(new Date(Date.parse(FIRST_DAY) + (at + more) * DAY_MS)), FIRST_DAY, until),
    );
    for (const [number, run] of (days[0] as DemoRun[]).entries())
      runs.push({
        ...run,
        answer: days.flatMap((day) => day[number % day.length]?.answer ?? []).join('\n\n'),
      });
  }
  return runs.slice(0, count);
}

/** Extracts from the answers of runs, batch by batch as the command does. */
async function extractAll(reader: AnswerReader, orgId: OrgId, runs: readonly DemoRun[]): Promise<void> {
  const lexicon = await reader.currentLexicon(orgId);
  const brandIds = new Map(lexicon.brands.map(({ id, name }) => [name, id]));
  const batches = Array.from({ length: Math.ceil(runs.length / BATCH_RUNS) }, (_, at) =>
    runs.slice(at * BATCH_RUNS, (at + 1) * BATCH_RUNS),
  );
  await eachOf(batches, BATCHES_UNDER_WAY, async (batch) => {
    const read = await reader.extract(orgId, lexicon, batch, ({ brand, answer, citations }) => ({
      brandId: brandIds.get(brand) as string,
      answer,
      citations,
      sentimentScore: null,
    }));
    if (read.some(({ outcome }) => isUnread(outcome))) throw new Error('An answer could not be read.');
  });
}
