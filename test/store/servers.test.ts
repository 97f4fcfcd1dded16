// long: starts and kills servers of one store
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../../bench/support/program.ts';
import { createLog } from '../../src/base/log.ts';
import { Buckets } from '../../src/snapshots/buckets.ts';
import { readCurrent, readManifest, servingFile, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { skipWithoutS3, startS3, type TestS3 } from '../support/providers/s3.ts';
import { startTestApp, type TestApp, type TestOrganisation, until } from '../support/server/app.ts';
import { type Program, startProgram } from '../support/server/programs.ts';

const SHOWN_MS = 60_000;

/** A server process with a DATA_DIR of its own. */
interface Server {
  program: Program;
  url: string;
  dataDir: string;
}

let app: TestApp;
let org: TestOrganisation;
let s3: TestS3;
let a: Server;
let b: Server;
let publishers: Program[] = [];

before(async () => {
  if (skipWithoutS3) return;
  // It shares no snapshots: it makes the organisation and takes the answers.
  app = await startTestApp({ JOBS: 'apart', PUBLISH: 'off' });
  org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await ingest();
  s3 = await startS3();
  publishers = [startPublisher(), startPublisher()];
  [a, b] = await Promise.all([startServer(), startServer({ WORKERS: '2' })]);
});
after(async () => {
  const programs = [...publishers, ...[a, b].flatMap((server) => server?.program ?? [])];
  for (const { child } of programs) child.kill('SIGTERM');
  await Promise.all(programs.map(({ ended }) => ended));
  await app?.close();
  await s3?.close();
});

function variables(more: Record<string, string> = {}): Record<string, string> {
  const dataDir = temporaryFolder();
  return {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    JWT_SECRET: 'a secret of tests that is long enough',
    ENCRYPTION_KEY: 'another secret of tests, long enough',
    RATE_LIMIT_PER_MINUTE: '0',
    SNAPSHOT_INTERVAL_SECONDS: '1',
    SNAPSHOT_KEEP_MINUTES: '0',
    JOBS: 'apart',
    PUBLISH: 'apart',
    ...s3.variables,
    ...more,
  };
}
/** @param more e.g. the DATA_DIR of one that has ended @param onTurn called again and again until it listens */
async function startServer(
  more: Record<string, string> = {},
  onTurn: () => Promise<void> = async () => {},
): Promise<Server> {
  const given = variables(more);
  const program = startProgram('src/main.ts', [], given);
  await until(async () => {
    await onTurn();
    return program.stdout().includes('listens on') || program.child.exitCode !== null;
  });
  const url = /listens on (\S+)/.exec(program.stdout())?.[1] ?? assert.fail(program.stderr());
  return { program, url, dataDir: given['DATA_DIR'] as string };
}
const startPublisher = () => startProgram('src/cli.ts', ['publish'], variables({ METRICS_PORT: '0' }));
const ingest = () => app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.' }]);

/** The brands report of a server. */
async function report({ url }: Server, snapshotId?: string) {
  const response = await fetch(`${url}/api/customer/v1/reports/brands`, {
    method: 'POST',
    headers: { 'X-API-Key': org.key, ...(snapshotId ? { 'X-Snapshot-Id': snapshotId } : {}) },
  });
  const { data } = (await response.json()) as { data?: { answers: number }[] };
  return {
    status: response.status,
    id: response.headers.get('x-snapshot-id') ?? '',
    retryAfter: response.headers.get('retry-after'),
    text: JSON.stringify(data),
  };
}
/** Waits until a server shows another snapshot. */
async function nextId(server: Server, before: string): Promise<string> {
  let id = before;
  await until(async () => {
    const { status, id: now } = await report(server);
    assert.equal(status, 200);
    id = now;
    return id !== before;
  }, SHOWN_MS);
  return id;
}
/** The process that publishes or follows for a program. */
function publisherOf(program: Program): number {
  const parents = new Map<number, { parent: number; command: string }>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each)))
    try {
      const [, parent = ''] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      parents.set(Number(name), { parent: Number(parent), command });
    } catch {
      // it has ended meanwhile
    }
  const isOfProgram = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === program.child.pid || isOfProgram(parents.get(pid)?.parent));
  const [pid] =
    [...parents].find(([id, { command }]) => command.includes('publisher-process') && isOfProgram(id)) ?? [];
  assert.ok(pid, 'it has no publisher');
  return pid;
}

test('what is ingested shows on all servers within seconds, under the same id', {
  skip: skipWithoutS3,
}, async () => {
  const { id: before } = await report(a);
  await ingest();
  // Both are asked until they have changed: whenever one shows another id, so does the other within a moment.
  const changes: [string, number][] = [];
  const watch = async (server: Server) => {
    const id = await nextId(server, before);
    changes.push([id, performance.now()]);
  };
  await Promise.all([watch(a), watch(b)]);
  const [[first, at] = [], [second, later] = []] = changes;
  assert.equal(first, second);
  assert.ok((later ?? 0) - (at ?? 0) < 1_000, `${(later ?? 0) - (at ?? 0)} ms apart`);
  assert.equal((await report(a)).text, (await report(b)).text);
});

test('a snapshot that one server does not have yet is fetched; one that is not kept is gone', {
  skip: skipWithoutS3,
}, async () => {
  const { id: before } = await report(b);
  const follower = publisherOf(b.program);
  process.kill(follower, 'SIGSTOP');
  let id: string;
  try {
    await ingest();
    id = await nextId(a, before);
    const early = await report(b, id);
    assert.equal(early.status, 503);
    assert.equal(early.retryAfter, '1');
    assert.equal((await report(b)).id, before, 'without an id it serves what it has');
  } finally {
    process.kill(follower, 'SIGCONT');
  }
  await until(async () => (await report(b, id)).status === 200, SHOWN_MS);
  assert.equal((await report(b, id)).id, id);
  // 503 until the store was asked; for a moment a thread may still serve it.
  const gone = (old: string) => until(async () => (await report(b, old)).status === 410, SHOWN_MS);
  await gone(before);
  await gone('20200101T000000000Z-abcdef');
});

test('another publisher goes on where one is killed', { skip: skipWithoutS3 }, async () => {
  publishers[0]?.child.kill('SIGKILL');
  await publishers[0]?.ended;
  let { id } = await report(a);
  for (let change = 0; change < 2; change += 1) {
    await ingest();
    id = await nextId(a, id);
  }
});

test('while the store is away, servers go on with what they have', { skip: skipWithoutS3 }, async () => {
  const { id: before } = await report(a);
  await s3.stop();
  await ingest();
  for (const server of [a, b]) assert.equal((await report(server)).status, 200);
  // One that has snapshots starts.
  a.program.child.kill('SIGTERM');
  await a.program.ended;
  a = await startServer({ DATA_DIR: a.dataDir }, async () => assert.equal((await report(b)).status, 200));
  assert.equal((await report(a)).id, before);
  await s3.start();
  assert.notEqual(await nextId(a, before), before);
  assert.notEqual(await nextId(b, before), before);
  assert.doesNotMatch(publishers[1]?.stderr() ?? '', /the publisher ended/);
});

test('a server that comes back shows nothing older than what others have shown meanwhile', {
  skip: skipWithoutS3,
}, async () => {
  const { id: before } = await report(b);
  b.program.child.kill('SIGKILL');
  await b.program.ended;
  await ingest();
  const shown = await nextId(a, before);
  const port = String(await freePort());
  const coming = { ...b, url: `http://127.0.0.1:${port}` };
  const ids: string[] = [];
  b = await startServer({ DATA_DIR: b.dataDir, WORKERS: '2', PORT: port }, async () => {
    const answer = await report(coming).catch(() => null);
    if (answer?.status === 200) ids.push(answer.id);
  });
  ids.push((await report(b)).id);
  for (const id of ids) assert.ok(id >= shown, `${id} after ${shown}`);
});

test('a damaged object is not served, and is written again', { skip: skipWithoutS3 }, async () => {
  const { id } = await report(a);
  const folder = snapshotsFolder(a.dataDir);
  const { files } = await readManifest(join(folder, id));
  const file = files.find(({ name }) => name === servingFile(new Buckets().of(org.id)));
  const object = join(s3.folder, 'reports', 'objects', file?.sha256 ?? '');
  writeFileSync(object, readFileSync(object).fill(0, 5_000, 5_100));
  const c = await startServer();
  try {
    const answer = await report(c);
    assert.equal(answer.status, 200);
    assert.equal(answer.text, (await report(a)).text);
    // A file that is damaged on this server's own disk is fetched again, and refused for nobody else.
    const current = (await readCurrent(snapshotsFolder(c.dataDir))) ?? '';
    const path = join(snapshotsFolder(c.dataDir), current, servingFile(new Buckets().of(org.id)));
    c.program.child.kill('SIGTERM');
    await c.program.ended;
    const good = readFileSync(path);
    writeFileSync(path, Buffer.from(good).fill(0, 5_000, 5_100));
    c.program = startProgram('src/main.ts', [], variables({ DATA_DIR: c.dataDir }));
    await until(() => readFileSync(path).equals(good));
    await until(() => c.program.stdout().includes('listens on'));
    c.url = /listens on (\S+)/.exec(c.program.stdout())?.[1] ?? '';
    await until(async () => (await report(c)).status === 200, SHOWN_MS);
    assert.equal((await report(c)).text, (await report(a)).text);
  } finally {
    c.program.child.kill('SIGTERM');
    await c.program.ended;
  }
});

test('a start with a wrong bucket or key ends with one line that names the variable', {
  skip: skipWithoutS3,
}, async () => {
  const ended = async (more: Record<string, string>) => {
    const { code, stderr } = await startProgram('src/cli.ts', ['publish'], variables(more)).ended;
    assert.equal(code, 1);
    return stderr;
  };
  const [bucket, secret] = await Promise.all([
    ended({ SNAPSHOT_STORE: 's3://no-such-bucket' }),
    ended({ AWS_SECRET_ACCESS_KEY: 'wrong-and-hidden' }),
  ]);
  assert.match(bucket, /^SNAPSHOT_STORE: [^\n]+\n$/);
  assert.match(secret, /^AWS_SECRET_ACCESS_KEY: [^\n]+\n$/);
  assert.ok(!secret.includes('wrong-and-hidden'));
});

test('servers of one disk share a folder', async () => {
  const shared = temporaryFolder();
  await using world = await startTestApp({ SNAPSHOT_STORE: `file:${shared}` });
  const made = await publishSnapshot({
    url: world.databaseUrl,
    dataDir: shared,
    keepMinutes: 15,
    log: createLog('silent'),
    wait: true,
  });
  await until(() => world.app.services.reports.current()?.id === made?.id);
});
