// long: restores into clusters of its own
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Secret, TOTP } from 'otpauth';
import postgres from 'postgres';
import { type BackupHead, checkBackup, openBackup, type Piece, writeBackup } from '../../src/backup/file.ts';
import { createLog } from '../../src/base/log.ts';
import { connect } from '../../src/db/client.ts';
import { useEmbeddedPostgres } from '../../src/db/embedded.ts';
import { migrationFiles } from '../../src/db/migrate.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { adminKey } from '../support/callers/server-admin.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';
import { clusterNodes, onCluster } from '../support/server/cluster.ts';
import { withDatabaseName } from '../support/server/database.ts';
import { mountDisk } from '../support/server/disk.ts';
import { type Ended, startProgram } from '../support/server/programs.ts';
import { populate } from '../support/worlds/world.ts';

const folder = temporaryFolder();
const file = join(folder, 'backup.zst');
const made: string[] = [];
/** What the backup holds. */
let backedUp: Contents;

after(async () => {
  const server = postgres(process.env['SIGHTLINE_TEST_POSTGRES']!, { max: 1, onnotice: () => {} });
  for (const name of made) await server.unsafe(`drop database if exists ${name} with (force)`);
  await server.end();
});

/** A second factor of another organisation's owner, and a login that it has begun. */
async function enrol(): Promise<void> {
  const org = await app.organisation();
  const { email, password } = org;
  const call = callerWith(app, await app.login(org));
  const { json } = await call('enrolSecondFactor', { body: { password } });
  const code = new TOTP({ secret: Secret.fromBase32(json.secret) }).generate();
  assert.equal((await call('confirmSecondFactor', { body: { code } })).status, 200);
  assert.equal((await callerWith(app, 'none')('login', { body: { email, password } })).status, 403);
}

const cli = (args: string[], variables: Record<string, string> = outside(app.databaseUrl)) =>
  startProgram('src/cli.ts', args, variables).ended;
const outside = (url: string) => ({ DATABASE_URL: url, DATA_DIR: app.dataDir });

/** An empty database, not migrated. */
async function emptyDatabase(): Promise<string> {
  const server = postgres(process.env['SIGHTLINE_TEST_POSTGRES']!, { max: 1 });
  const name = `backup_${made.length}_${process.pid}`;
  await server.unsafe(`create database ${name}`);
  await server.end();
  made.push(name);
  return withDatabaseName(process.env['SIGHTLINE_TEST_POSTGRES']!, name);
}

/** The rows of each table as text, sorted; where sequences stand; which tables bind their owner by policies. */
interface Contents {
  rows: Record<string, string[]>;
  sequences: string[];
  bound: string[];
}
async function contentsOf(url: string): Promise<Contents> {
  await using sql = connect(url, { role: 'owner', max: 1 });
  const tables = await sql<{ name: string; isBound: boolean }[]>`
    select relname as name, relforcerowsecurity as "isBound" from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1`;
  const rows: Contents['rows'] = {};
  for (const { name, isBound } of tables) {
    if (name === 'migrations') continue;
    await sql.unsafe(`set role ${isBound ? 'sightline_export' : 'none'}`);
    // The server beside writes down now and then when a key was used.
    const row = name === 'api_keys' ? `(to_jsonb(t) - 'last_used_at')::text` : 't::text';
    const found = await sql.unsafe(`select ${row} as row from "${name}" t order by 1`);
    rows[name] = found.map(({ row }) => row);
  }
  await sql`reset role`;
  const sequences = await sql`select sequencename, last_value::text from pg_sequences
      where schemaname = 'public' and sequencename <> 'migrations_id_seq' order by 1`;
  return {
    rows,
    sequences: sequences.map((row) => JSON.stringify(row)),
    bound: tables.filter(({ isBound }) => isBound).map(({ name }) => name),
  };
}
const isEqual = (one: Contents, other: Contents) => JSON.stringify(one) === JSON.stringify(other);
const app = await withApp({ JOBS: 'apart' });
const world = await populate(app);
await adminKey(app);
await enrol();
// All that COPY's text has a spelling of its own for.
const odd = [
  'tab\there',
  'back\\slash \\. \\N',
  '\\.\n\\.\n',
  'line\nbreak\r\n',
  '🦔 ü \u2028',
  'long '.repeat(20_000),
];
await app.ingest(
  world.org,
  Array.from({ length: 300 }, (_, at) => ({
    brand: 'Lumenfold',
    answer: `Lumenfold ${odd[at % odd.length]}`,
  })),
);
await app.snapshot();
await until(async () => {
  rmSync(file, { force: true });
  backedUp = await contentsOf(app.databaseUrl);
  const { code, stderr, stdout } = await cli(['backup', file]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /backup\.zst rows=\d+ bytes=\d+ seconds=[\d.]+\n$/);
  // The server counts the use of keys now and then.
  return isEqual(backedUp, await contentsOf(app.databaseUrl));
});

/** All is as the backup says, but for the identity, by which old snapshots are told from those of this database. */
function isRestored({ rows, ...rest }: Contents): void {
  const { rows: expected, ...others } = backedUp;
  assert.deepEqual(rest, others);
  assert.ok(rest.bound.length > 20, 'policies bind the owner');
  assert.deepEqual(Object.keys(rows), Object.keys(expected));
  for (const [table, found] of Object.entries(rows))
    if (table === 'snapshot_state') assert.notDeepEqual(found, expected[table]);
    else assert.deepEqual(found, expected[table], table);
}

function isRefused({ code, stdout, stderr }: Ended, expected: number, complaint: RegExp): void {
  assert.deepEqual([code, stdout], [expected, ''], stderr);
  assert.match(stderr, complaint);
  assert.doesNotMatch(stderr, /^\s+at /m);
}

const log = createLog('silent');
const range = ['--start', '2020-01-01', '--limit', '10000', '--format', 'json', '--org'];

test('a backup restores into an empty cluster without its roles: the same rows, policies, reports; and back', async () => {
  const tables = Object.keys(backedUp.rows);
  const empty = tables.filter((table) => backedUp.rows[table]!.length === 0);
  assert.ok(tables.length > 30 && empty.length < tables.length / 3, `rows are missing in ${empty}`);
  assert.equal(statSync(file).mode & 0o777, 0o600);

  const embedded = { DATA_DIR: mkdtempSync(join(folder, 'cluster-')) };
  const restored = await cli(['restore', file], embedded);
  assert.equal(restored.code, 0, restored.stderr);
  const cluster = await forFile(useEmbeddedPostgres(embedded.DATA_DIR, log), (it) => it.release());
  isRestored(await contentsOf(cluster.url));
  const made = await cli(['snapshot'], embedded);
  assert.equal(made.code, 0, made.stderr);
  for (const report of ['queries', 'mentions']) {
    const there = await cli(['report', report, ...range, world.org.id], embedded);
    const body = { start_date: '2020-01-01', limit: 10_000 };
    const here = await app.report(world.org, report, body);
    assert.ok(here.json.total > 1 && there.stdout === `${here.text}\n`, `${report}: ${there.stderr}`);
  }
  const again = join(folder, 'again.zst');
  assert.equal((await cli(['backup', again], embedded)).code, 0);
  // A cluster's databases are made on all of its nodes, by a superuser.
  if (clusterNodes().length > 0) return;
  const url = await emptyDatabase();
  const back = await cli(['restore', again], outside(url));
  assert.equal(back.code, 0, back.stderr);
  isRestored(await contentsOf(url));
});

test('a backup that is killed, interrupted or finds no room leaves nothing under its name', async (t) => {
  const holder = connect(app.databaseUrl, { role: 'owner', max: 1 });
  const path = join(folder, 'stopped.zst');
  const partials = () => readdirSync(folder).filter((name) => name.startsWith('stopped.zst'));
  try {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await holder.begin(async (tx) => {
        await tx`lock table mentions in access exclusive mode`;
        const program = startProgram('src/cli.ts', ['backup', path], outside(app.databaseUrl));
        await until(() => partials().includes(`stopped.zst.partial-${program.child.pid}`));
        program.child.kill(signal);
        await program.ended;
      });
      assert.ok(!partials().includes('stopped.zst'), signal);
      assert.equal(partials().length, signal === 'SIGKILL' ? 1 : 0);
    }
    assert.equal((await cli(['backup', path])).code, 0);
    assert.deepEqual(partials(), ['stopped.zst']);
    isRefused(await cli(['backup', path]), 2, /is there already/);
  } finally {
    await holder.end();
  }
  const small = mkdtempSync(join(folder, 'small-'));
  const disk = mountDisk(small, '16k');
  if (!disk) return t.diagnostic('no file system can be mounted here: a full disk was not tried');
  try {
    isRefused(await cli(['backup', join(small, 'x')]), 1, /cannot be written: ENOSPC/);
    assert.deepEqual(readdirSync(small), []);
  } finally {
    disk.unmount();
  }
});

test('a file that is cut, damaged or none is refused before anything is changed', async () => {
  const whole = readFileSync(file);
  const content = zstdDecompressSync(whole);
  const isSameContent = (bytes: Buffer) => {
    try {
      return zstdDecompressSync(bytes).equals(content);
    } catch {
      return false;
    }
  };
  const broken = join(folder, 'broken.zst');
  const refuses = async (bytes: Buffer, what: string) => {
    writeFileSync(broken, bytes);
    await assert.rejects(checkBackup(broken), /damaged|no backup/, what);
  };
  for (let at = 0; at < 50; at += 1) {
    const place = Math.floor((at * whole.length) / 50);
    await refuses(whole.subarray(0, place), `cut at ${place}`);
    const flipped = Buffer.from(whole);
    flipped[place]! ^= 1 << (at % 8);
    // Some bits of a frame say nothing: without them the content is the same.
    if (!isSameContent(flipped)) await refuses(flipped, `a bit flipped at ${place}`);
  }
  // Wherever the head itself is another one: it is read before the SHA-256 of all can be compared.
  const head = content.indexOf('\n');
  for (let at = 0; at < head; at += Math.max(1, Math.floor(head / 60))) {
    const changed = Buffer.from(content);
    changed[at]! ^= 1 << (at % 7);
    await refuses(zstdCompressSync(changed), `another head at ${at}`);
  }
  for (const key of ['tables', 'name', 'sightlineBackup']) {
    const changed = content.toString('latin1').replace(`"${key}"`, `"${key.toUpperCase()}"`);
    await refuses(zstdCompressSync(Buffer.from(changed, 'latin1')), `without ${key}`);
  }
  // The last four bytes are zstd's own checksum of a content whose SHA-256 is in it; an empty block of three may precede.
  await refuses(whole.subarray(0, -8), 'the last byte of the content');
  const embedded = { DATA_DIR: mkdtempSync(join(folder, 'untouched-')) };
  writeFileSync(broken, whole.subarray(0, whole.length / 2));
  isRefused(await cli(['restore', broken], embedded), 1, /is damaged or was cut off/);
  writeFileSync(broken, 'select 1;');
  isRefused(await cli(['restore', broken], embedded), 1, /is no backup/);
  isRefused(await cli(['restore', join(folder, 'nothing')], embedded), 2, /no such file/);
  assert.deepEqual(readdirSync(embedded.DATA_DIR), [], 'no database was made for it');
});

test('data is replaced when that is said, beside a running server; a restore that fails changes nothing', async () => {
  await app.organisation();
  const later = await contentsOf(app.databaseUrl);
  isRefused(await cli(['restore', file]), 2, /holds data already.*--replace/);

  // Whole by its checksums, but an organisation is in it twice.
  const doubled = join(folder, 'doubled.zst');
  await rewritten(doubled, (head) => head, 'organisations');
  const failed = await cli(['restore', '--replace', doubled]);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /duplicate key/);
  assert.deepEqual((await contentsOf(app.databaseUrl)).rows['organisations'], later.rows['organisations']);

  const replaced = await cli(['restore', '--replace', file]);
  assert.equal(replaced.code, 0, replaced.stderr);
  isRestored(await contentsOf(app.databaseUrl));
  await app.login(world.org);
  await app.ingest(world.org, [{ brand: 'Lumenfold', answer: 'Lumenfold is back.' }]);
  await app.snapshot();
  const { status, json } = await app.report(world.org, 'queries');
  assert.ok(status === 200 && json.total > 0);
});

/** The backup with another head, or with the pieces of a table twice. */
async function rewritten(
  path: string,
  change: (head: BackupHead) => BackupHead,
  twice?: string,
): Promise<void> {
  const { head, pieces } = await openBackup(file);
  async function* all(): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      yield piece;
      if (piece.table === twice) yield piece;
    }
  }
  await writeBackup(path, change(head), all());
}

test('a backup of an older version is migrated, one of a newer version or another program is refused', {
  skip: onCluster('it makes databases of its own'),
}, async () => {
  const newer = join(folder, 'newer.zst');
  const next = { name: '9999_next', sha256: 'x' };
  await rewritten(newer, (head) => ({ ...head, migrations: [...head.migrations, next] }));
  isRefused(await cli(['restore', newer], outside(await emptyDatabase())), 1, /newer version.*9999_next/);
  const other = join(folder, 'other.zst');
  await rewritten(other, (head) => ({
    ...head,
    migrations: head.migrations.map((migration) => ({ ...migration, sha256: 'x' })),
  }));
  isRefused(await cli(['restore', other], outside(await emptyDatabase())), 1, /another program.*0001_core/);

  const older = join(folder, 'older.zst');
  const old: [table: string, columns: string, values: string][] = [
    ['organisations', 'id name plan', 'o1\tOld\tCUSTOM\n'],
    ['brands', 'org_id id name', 'o1\tb1\tLumenfold\n'],
    [
      'queries',
      'org_id id brand_id platform query_text scheduled_at',
      'o1\tq1\tb1\tCHATGPT\tWhich lamp?\t2030-01-02 03:04:05Z\n',
    ],
  ];
  const head = {
    createdAt: new Date().toISOString(),
    version: '0.0.9',
    migrations: migrationFiles().filter(({ name }) => name < '0010'),
    tables: old.map(([name, columns]) => ({ name, columns: columns.split(' ') })),
    sequences: [],
  };
  async function* pieces(): AsyncGenerator<Piece> {
    for (const [table, , values] of old) yield { table, bytes: Buffer.from(values) };
  }
  await writeBackup(older, head, pieces());
  const target = await emptyDatabase();
  const { code, stderr } = await cli(['restore', older], outside(target));
  assert.equal(code, 0, stderr);
  const { rows: found } = await contentsOf(target);
  assert.equal(found['migration_checksums']?.length, migrationFiles().length);
  assert.match(
    found['queries']?.[0] ?? '',
    /Which lamp\?.*2030-01-02.*2030-01-02/,
    'what a later migration fills in',
  );
});
