// long: some ten starts
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import postgres from 'postgres';
import { withApp } from '../support/callers/organisation.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { skipWithoutS3, startS3 } from '../support/providers/s3.ts';
import { SECRETS, startTestApp, type TestApp, until } from '../support/server/app.ts';
import { startProgram } from '../support/server/programs.ts';
import { type ServerProgram, startServerProgram } from '../support/server/server-program.ts';

const SHOWN_MS = 100_000;

let ingested = 0;
const root = temporaryFolder();

/** Takes the answers; it shares no snapshots. */
const world = await withApp({ JOBS: 'apart', PUBLISH: 'off' });
const org = await world.organisation({ brands: [{ name: 'Lumenfold' }] });

const variables = (more: Record<string, string>) => ({
  DATABASE_URL: world.databaseUrl,
  DATA_DIR: mkdtempSync(join(root, 'data-')),
  ...SECRETS,
  RATE_LIMIT_PER_MINUTE: '0',
  SNAPSHOT_INTERVAL_SECONDS: '1',
  LOG_LEVEL: 'warn',
  JOBS: 'apart',
  ...more,
});
const startServer = (more: Record<string, string>) => forFile(startServerProgram(variables(more), SHOWN_MS));
const cli = (args: string[], more: Record<string, string>) =>
  startProgram('src/cli.ts', args, variables(more)).ended;

/** What a server shows of the organisation. */
async function shown({ url }: ServerProgram): Promise<{ id: string; answers: number }> {
  for (;;) {
    const response = await fetch(`${url}/api/customer/v1/reports/brands`, {
      method: 'POST',
      headers: { 'X-API-Key': org.key },
    });
    const text = await response.text();
    // On a busy machine the database may not tell in time whose key it is.
    if (response.status === 503 && !/snapshot/.test(text)) continue;
    assert.equal(response.status, 200, text);
    const { data } = JSON.parse(text) as { data: { visibility_total: number }[] };
    return { id: response.headers.get('x-snapshot-id') ?? '', answers: data[0]?.visibility_total ?? 0 };
  }
}
async function ingest(): Promise<void> {
  await world.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.' }]);
  ingested += 1;
}
/** Waits until a server shows every answer; what it shows meanwhile never goes back. */
async function showsAll(server: ServerProgram): Promise<void> {
  let last = await shown(server);
  await until(async () => {
    const now = await shown(server);
    assert.ok(now.id >= last.id && now.answers >= last.answers, `${now.id} after ${last.id}`);
    last = now;
    return now.answers === ingested;
  }, SHOWN_MS);
}
/** Waits until readiness says why nothing newer is served, while reports go on. */
async function saysWhy(server: ServerProgram, reason: RegExp): Promise<void> {
  const before = await shown(server);
  await ingest();
  await until(async () => {
    assert.deepEqual(await shown(server), before);
    const response = await fetch(`${server.url}/health/ready`);
    const { checks } = (await response.json()) as { checks: { snapshot: { reason?: string } } };
    return response.status === 200 && reason.test(checks.snapshot.reason ?? '');
  }, SHOWN_MS);
  await until(() => reason.test(server.stderr()), SHOWN_MS);
  assert.deepEqual(await shown(server), before);
}
async function withState(app: TestApp, change: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(app.databaseUrl, { max: 1 });
  await change(sql);
  await sql.end();
}
const linesOf = (server: ServerProgram, words: RegExp) =>
  server
    .stderr()
    .split('\n')
    .filter((line) => words.test(line));

test('a folder that is not mounted is not taken for the store, and what was published stays', async () => {
  const folder = join(root, 'shared');
  const server = await startServer({ SNAPSHOT_STORE: `file:${folder}` });
  await ingest();
  await showsAll(server);
  assert.ok(existsSync(join(folder, 'STORE')));

  renameSync(folder, `${folder}.away`);
  mkdirSync(folder);
  await saysWhy(server, /lacks the mark of this database/);
  assert.ok(!existsSync(join(folder, 'snapshots', 'CURRENT')));
  rmSync(folder, { recursive: true });
  renameSync(`${folder}.away`, folder);
  await showsAll(server);
  assert.equal(linesOf(server, /lacks the mark/).length, 1, server.stderr());

  renameSync(folder, `${folder}.away`);
  await saysWhy(server, /shared is gone/);
  assert.ok(!existsSync(folder), 'it was made anew');
  // A start makes nothing there either.
  mkdirSync(folder);
  const { code, stderr } = await cli(['snapshot'], { SNAPSHOT_STORE: `file:${folder}` });
  assert.equal(code, 1);
  assert.match(stderr, /^SNAPSHOT_STORE: file:\S+ lacks the mark[^\n]+sightline store adopt[^\n]*\n$/);
  rmSync(folder, { recursive: true });
  renameSync(`${folder}.away`, folder);
  await showsAll(server);
  await server.close();
});

test('a new place is taken by the command; one of another database is refused', async () => {
  const place = { SNAPSHOT_STORE: `file:${join(root, 'new')}` };
  assert.equal((await cli(['snapshot'], place)).code, 1);
  const adopted = await cli(['store', 'adopt'], place);
  assert.equal(adopted.code, 0, adopted.stderr);
  assert.equal((await cli(['snapshot'], place)).code, 0);
  const other = await startTestApp({ JOBS: 'apart', PUBLISH: 'off' });
  try {
    // Those of tests are copies of one.
    await withState(other, (sql) => sql`update snapshot_state set identity = 'another'`);
    const { code, stderr } = await cli(['snapshot'], { ...place, DATABASE_URL: other.databaseUrl });
    assert.equal(code, 1);
    assert.match(stderr, /is the store of another database/);
  } finally {
    await other.close();
  }
  const { code, stderr } = await cli(['store', 'adopt'], {});
  assert.equal(code, 2);
  assert.match(stderr, /SNAPSHOT_STORE is not set/);
});

test('a store and a database of the version before are taken without loss', async () => {
  const folder = join(root, 'shared');
  const server = await startServer({ SNAPSHOT_STORE: `file:${folder}` });
  await showsAll(server);
  const { id } = await shown(server);
  await server.close();
  rmSync(join(folder, 'STORE'));
  await withState(world, (sql) => sql`update snapshot_state set store_mark = null`);
  const again = await startServer({ SNAPSHOT_STORE: `file:${folder}` });
  // Another one may have been published meanwhile; none that is older.
  assert.ok((await shown(again)).id >= id);
  await until(() => existsSync(join(folder, 'STORE')), SHOWN_MS);
  await ingest();
  await showsAll(again);
  // A damaged mark is written again.
  const mark = readFileSync(join(folder, 'STORE'), 'utf8');
  writeFileSync(join(folder, 'STORE'), mark.slice(10));
  await until(() => readFileSync(join(folder, 'STORE'), 'utf8') === mark, SHOWN_MS);
  await ingest();
  await showsAll(again);
  await again.close();
});

test('a link that leads elsewhere is said, and the server goes on with what it has', async () => {
  const [folder, link] = [join(root, 'linked'), join(root, 'link')];
  mkdirSync(folder);
  symlinkSync(folder, link);
  assert.equal((await cli(['store', 'adopt'], { SNAPSHOT_STORE: `file:${link}` })).code, 0);
  const server = await startServer({ SNAPSHOT_STORE: `file:${link}` });
  await showsAll(server);
  const elsewhere = join(root, 'elsewhere');
  mkdirSync(elsewhere);
  rmSync(link);
  symlinkSync(elsewhere, link);
  await saysWhy(server, /leads to \S+elsewhere now/);
  rmSync(link);
  symlinkSync(folder, link);
  await showsAll(server);
  assert.equal(linesOf(server, /leads to/).length, 1, server.stderr());
  assert.equal(server.child.exitCode, null);
  await server.close();
});

test('a bucket that is another one is not taken for the store', { skip: skipWithoutS3 }, async () => {
  const s3 = await forFile(startS3());
  assert.equal((await cli(['store', 'adopt'], s3.variables)).code, 0);
  const server = await startServer(s3.variables);
  await showsAll(server);
  renameSync(s3.folder, `${s3.folder}-away`);
  mkdirSync(s3.folder);
  await saysWhy(server, /lacks the mark of this database/);
  assert.ok(!existsSync(join(s3.folder, 'reports')));
  rmSync(s3.folder, { recursive: true });
  renameSync(`${s3.folder}-away`, s3.folder);
  await showsAll(server);
  await server.close();
});
