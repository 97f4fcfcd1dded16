// long: some twenty starts
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { readConfig } from '../../src/base/config.ts';
import { createLog } from '../../src/base/log.ts';
import { useEmbeddedPostgres } from '../../src/db/embedded.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { onCluster } from '../support/server/cluster.ts';
import { createTestDatabase, type TestDatabase, withDatabaseName } from '../support/server/database.ts';
import { mountDisk } from '../support/server/disk.ts';
import { startProgram } from '../support/server/programs.ts';

const folder = temporaryFolder();
let database: TestDatabase;
let newer: TestDatabase;
let taken: Server;
const weak = `weak_${process.pid}`;

const skip = onCluster('it makes a database and a role without rights beside those of the cluster');

before(async () => {
  if (skip) return;
  [database, newer] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const sql = postgres(newer.url, { max: 1 });
  await sql`insert into migration_checksums (name, sha256) values ('9999_next', 'x')`;
  await sql.end();
  const server = postgres(database.url, { max: 1, onnotice: () => {} });
  await server.unsafe(`create role ${weak} login password 'a password'`);
  await server.unsafe(`create database ${weak}`);
  await server.end();
  taken = createServer();
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
});
after(async () => {
  if (skip) return;
  taken?.close();
  const server = postgres(database.url, { max: 1, onnotice: () => {} });
  await server.unsafe(`drop database if exists ${weak} with (force)`);
  await server.unsafe(`drop role if exists ${weak}`);
  await server.end();
  await database?.drop();
  await newer?.drop();
});

const variables = (changes: Record<string, string>) => ({
  DATABASE_URL: database.url,
  DATA_DIR: mkdtempSync(join(folder, 'data-')),
  JWT_SECRET: 'a secret of tests that is long enough',
  ENCRYPTION_KEY: 'another secret of tests, long enough',
  PORT: '0',
  ...changes,
});
const changed = (change: (url: URL) => void) => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

/** That a program ends with one line that says what is wrong and how to mend it. */
async function isTold(script: string, args: string[], changes: Record<string, string>, words: RegExp) {
  const { code, stdout, stderr } = await startProgram(script, args, variables(changes)).ended;
  assert.deepEqual([code, stdout], [1, ''], stderr);
  assert.match(stderr, words);
  assert.equal(stderr.trim().split('\n').length, 1, stderr);
  assert.ok(!stderr.includes(new URL(database.url).password), 'no password is shown');
}
/** All to their end, though one fails: what they need goes when the test is over. */
async function all(starts: Promise<void>[]): Promise<void> {
  await Promise.allSettled(starts);
  await Promise.all(starts);
}
const server = (changes: Record<string, string>, words: RegExp) => isTold('src/main.ts', [], changes, words);
const cli = (changes: Record<string, string>, words: RegExp) =>
  isTold('src/cli.ts', ['org', 'list'], changes, words);

test('what is wrong with the database is told in a line, by the server and by commands', {
  skip,
}, async () => {
  const refused = { DATABASE_URL: changed((url) => (url.port = '1')) };
  await all([
    server(refused, /no Postgres answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)\. Start it/),
    cli(refused, /no Postgres answers at 127\.0\.0\.1:1/),
    server(
      { DATABASE_URL: changed((url) => (url.password = 'wrong')) },
      /does not let "sightline" in.*password/,
    ),
  ]);
  const rights = changed((url) => {
    url.username = weak;
    url.password = 'a password';
    url.pathname = `/${weak}`;
  });
  await all([
    cli(
      { DATABASE_URL: withDatabaseName(database.url, 'nowhere') },
      /no database "nowhere".*createdb --owner sightline nowhere/,
    ),
    server({ DATABASE_URL: rights }, /may not do what is needed: permission denied.*alter database/),
    server({ DATABASE_URL: newer.url }, /has the migration 9999_next, which this version lacks/),
  ]);
});

test('a data folder or a port that cannot be used is told in a line', { skip }, async (t) => {
  const { port } = taken.address() as { port: number };
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await all([
    server({ DATA_DIR: file }, /file\/snapshots cannot be used \(ENOTDIR\)\. DATA_DIR must be a folder/),
    server({ PORT: String(port) }, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken\\. Set PORT`)),
    server({ METRICS_PORT: String(port) }, new RegExp(`Port ${port} .* is taken\\. Set METRICS_PORT`)),
    server({ HOST: '192.0.2.1' }, /cannot listen on 192\.0\.2\.1/),
  ]);
  assert.throws(() => readConfig({ DATA_DIR: join(file, 'data') }), /cannot be made or read: ENOTDIR/);
  const path = mkdtempSync(join(folder, 'readonly-'));
  const disk = mountDisk(path, '64k,ro');
  if (!disk) return t.diagnostic('no file system can be mounted here: a read-only one was not tried');
  try {
    await server({ DATA_DIR: path }, /cannot be used \((EROFS|ENOENT)\)\. DATA_DIR/);
  } finally {
    disk.unmount();
  }
});

test('what killed starts left under temporary names is cleared by the next one, what others work on is not', {
  skip,
}, async () => {
  const dataDir = mkdtempSync(join(folder, 'left-'));
  const gone = 2 ** 22 + 1; // beyond what process ids may be
  const left = [
    'postgres.password-',
    'postgres.new-',
    'postgres.json.',
    'jwt-secret.new-',
    'encryption-key.new-',
  ];
  for (const name of left) writeFileSync(join(dataDir, `${name}${gone}`), '');
  const working = `postgres.new-${process.ppid}`;
  writeFileSync(join(dataDir, working), '');
  writeFileSync(join(dataDir, 'postgres.json'), 'damaged, so that nothing more is made');
  readConfig({ DATA_DIR: dataDir });
  await assert.rejects(
    useEmbeddedPostgres(dataDir, createLog('silent')),
    /postgres\.json is empty or damaged/,
  );
  assert.deepEqual(readdirSync(dataDir).sort(), ['encryption-key', 'jwt-secret', 'postgres.json', working]);
});
