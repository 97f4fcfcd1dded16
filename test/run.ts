// npm test [files]: starts one Postgres for all test files and runs them, three at a time: they wait as much as they work.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../src/base/log.ts';
import { useEmbeddedPostgres } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { TEMPLATE_DATABASE, withDatabaseName } from './support/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-test-'));
const log = createLog('error');
const postgres = await useEmbeddedPostgres(folder, log);
let child: ReturnType<typeof spawn> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child?.kill(signal));
let code = 1;
try {
  // Test files copy this database instead of migrating one each.
  const { default: client } = await import('postgres');
  const sql = client(postgres.url, { max: 1, onnotice: () => {} });
  await sql.unsafe(`create database ${TEMPLATE_DATABASE}`);
  await sql.end();
  await migrate(withDatabaseName(postgres.url, TEMPLATE_DATABASE), log);

  const chosen = process.argv.slice(2);
  const files = chosen.length > 0 ? chosen : globSync('test/**/*.test.ts').sort();
  child = spawn(
    process.execPath,
    [
      '--import',
      import.meta.resolve('tsx/esm'),
      '--test',
      '--test-concurrency=3',
      '--test-timeout=120000',
      // A file ends with its last test: what one that failed has not closed would keep its process for ever.
      '--test-force-exit',
      ...files,
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        SIGHTLINE_TEST_POSTGRES: postgres.url,
        LOG_LEVEL: 'silent',
        // Some 300 processes load the same modules: a tenth of their time is compiling.
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
      },
    },
  );
  code = await new Promise<number>((done) => child?.on('exit', (status) => done(status ?? 1)));
} finally {
  await postgres.release();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);
