// npm test [files]: starts one Postgres for all test files and runs them, three at a time: they wait as much as they work.
// With SIGHTLINE_TEST_CITUS (the coordinator, postgres://superuser@…) and SIGHTLINE_TEST_CITUS_WORKERS (the workers, separated
// by commas) each test has a database that is distributed over these nodes instead.
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../src/base/log.ts';
import { useEmbeddedPostgres } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { clusterNodes, prepareCluster } from './support/cluster.ts';
import { TEMPLATE_DATABASE, withDatabaseName } from './support/database.ts';
import { type Outcome, runAll } from './support/run-again.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-test-'));
const log = createLog('error');
const postgres = clusterNodes().length > 0 ? await prepareCluster(log) : await preparePostgres();
let child: ReturnType<typeof spawn> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child?.kill(signal));
let code = 1;
try {
  const chosen = process.argv.slice(2);
  // Chosen files may come with arguments of node's own, and somebody is looking.
  if (chosen.length > 0) code = (await runFiles(chosen, 3)).code;
  else code = await runAll(globSync('test/**/*.test.ts').sort(), runFiles, console.log);
} finally {
  await postgres.release();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);

async function runFiles(files: string[], concurrency: number): Promise<Outcome> {
  const report = join(folder, `failed-${concurrency}`);
  child = spawn(
    process.execPath,
    [
      '--import',
      import.meta.resolve('tsx/esm'),
      '--test',
      `--test-concurrency=${concurrency}`,
      '--test-timeout=120000',
      // A file ends with its last test: what one that failed has not closed would keep its process for ever.
      '--test-force-exit',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${import.meta.resolve('./support/failed-files.ts')}`,
      `--test-reporter-destination=${report}`,
      ...files,
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...postgres.variables,
        LOG_LEVEL: 'silent',
        // Some 300 processes load the same modules: a tenth of their time is compiling.
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
      },
    },
  );
  const ended = await new Promise<number>((done) => child?.on('exit', (status) => done(status ?? 1)));
  const failed = existsSync(report) ? readFileSync(report, 'utf8').split('\n').filter(Boolean) : [];
  return { code: ended, failed };
}

/** A Postgres with the database that those of tests are copied from, instead of being migrated one each. */
async function preparePostgres(): Promise<{ variables: Record<string, string>; release(): Promise<void> }> {
  const { url, release } = await useEmbeddedPostgres(folder, log);
  try {
    const { default: client } = await import('postgres');
    const sql = client(url, { max: 1, onnotice: () => {} });
    await sql.unsafe(`create database ${TEMPLATE_DATABASE}`);
    await sql.end();
    await migrate(withDatabaseName(url, TEMPLATE_DATABASE), log);
  } catch (error) {
    await release();
    throw error;
  }
  return { variables: { SIGHTLINE_TEST_POSTGRES: url }, release };
}
