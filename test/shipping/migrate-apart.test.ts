// long: some twenty starts
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { migrationFiles } from '../../src/db/migrate.ts';
import { forFile, temporaryFolder, withDatabase } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';
import { startProgram } from '../support/server/programs.ts';

/** As src/db/migrate.ts has it. */
const MIGRATE_LOCK = 7_203_116;
const NAMES = migrationFiles().map(({ name }) => name);
const folder = temporaryFolder();

const database = await withDatabase({ isEmpty: true });
const sql = await forFile(connect(database.url, { role: 'owner', max: 2 }), (it) => it.end());

const variables = () => ({
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  JWT_SECRET: 'a secret of tests that is long enough',
  ENCRYPTION_KEY: 'another secret of tests, long enough',
  PORT: '0',
  MIGRATE: 'apart',
});
const cli = (...args: string[]) => startProgram('src/cli.ts', args, variables());
const tables = async () => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  return row?.count;
};

test('with MIGRATE=apart a server and commands refuse an old database, and leave it as it is', async () => {
  const server = startProgram('src/main.ts', [], variables()).ended;
  const [{ code, stdout, stderr }, list] = await Promise.all([server, cli('org', 'list').ended]);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^The database is not up to date \(0001_core, .*\), and MIGRATE=apart .*`sightline migrate`/,
  );
  assert.equal(stderr.trim().split('\n').length, 1);
  assert.deepEqual([list.code, list.stderr], [1, stderr]);
  assert.equal(await tables(), 0);
});

test('cli migrate --check names what is pending and exits 1; cli migrate names what it applies', async () => {
  const check = await cli('migrate', '--check').ended;
  assert.deepEqual([check.code, check.stdout.trim().split('\n')], [1, NAMES]);
  assert.match(check.stderr, new RegExp(`^Pending: ${NAMES.length}\\.$`, 'm'));
  assert.equal(await tables(), 0);

  const first = await cli('migrate').ended;
  assert.deepEqual([first.code, first.stdout.trim().split('\n')], [0, NAMES], first.stderr);
  assert.match(first.stderr, /^The database is up to date\.$/m);
  const [again, checked] = await Promise.all([cli('migrate').ended, cli('migrate', '--check').ended]);
  for (const { code, stdout } of [again, checked]) assert.deepEqual([code, stdout], [0, '']);
});

test('a second cli migrate waits for the first, and says so', async () => {
  const lock = connect(database.url, { role: 'owner', max: 1, isLasting: true });
  await lock`select pg_advisory_lock(${MIGRATE_LOCK})`;
  const second = cli('migrate');
  await until(() => second.stderr().includes('Another process migrates this database'));
  assert.equal(second.child.exitCode, null);
  await lock.end();
  assert.equal((await second.ended).code, 0);
});

test('views of another version are pending too', async () => {
  await sql`comment on schema snapshot is 'of another version'`;
  const check = await cli('migrate', '--check').ended;
  assert.deepEqual([check.code, check.stdout], [1, 'views of reports\n']);
  assert.equal((await cli('migrate').ended).code, 0);
  assert.equal((await cli('migrate', '--check').ended).code, 0);
});

test('on a database that is up to date a server with MIGRATE=apart starts', async () => {
  const server = startProgram('src/main.ts', [], variables());
  await until(() => server.stdout().includes('Sightline listens') || server.child.exitCode !== null);
  assert.match(server.stdout(), /listens on http/, server.stderr());
  server.child.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
});

test('a newer database is refused with MIGRATE=apart as without, and what cannot be reached is told', async () => {
  const [{ sha256 } = { sha256: '' }] = await sql<
    { sha256: string }[]
  >`select sha256 from migration_checksums limit 1`;
  await sql`insert into migration_checksums values ('9999_future', ${sha256})`;
  const check = await cli('migrate', '--check').ended;
  assert.equal(check.code, 1);
  assert.match(check.stderr, /has the migration 9999_future, which this version lacks/);
  const nowhere = { ...variables(), DATABASE_URL: 'postgres://sightline:x@127.0.0.1:1/none' };
  const { code, stderr } = await startProgram('src/cli.ts', ['migrate'], nowhere).ended;
  assert.equal(code, 1);
  assert.match(stderr, /^DATABASE_URL: no Postgres answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)/);
});
