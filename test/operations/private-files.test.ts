// long: fills disks
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/base/config.ts';
import { createLog } from '../../src/base/log.ts';
import { useEmbeddedPostgres } from '../../src/db/embedded.ts';
import { patiently } from '../support/callers/caller.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';
import { mountDisk } from '../support/server/disk.ts';
import { type Ended, startProgram } from '../support/server/programs.ts';

const folder = temporaryFolder();

const start = (dataDir: string) =>
  startProgram('src/main.ts', [], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', JOBS: 'apart' });
const cli = (dataDir: string) => startProgram('src/cli.ts', ['org', 'list'], { DATA_DIR: dataDir });

/** That a program ended with a line for its operator. */
function isRefused({ code, stdout, stderr }: Ended, complaint: RegExp): void {
  assert.deepEqual([code, stdout], [1, ''], stderr);
  assert.match(stderr, complaint);
  assert.doesNotMatch(stderr, /^\s+at /m, 'no stack for what an operator can mend');
}

const SECRET = 'x'.repeat(43);
const damaged = [
  { file: 'jwt-secret', content: '', mend: /jwt-secret is empty or damaged\. Delete it/ },
  { file: 'jwt-secret', content: 'short', mend: /jwt-secret is empty or damaged/ },
  {
    file: 'encryption-key',
    content: '',
    mend: /encryption-key is empty or damaged\. Put it back from a backup/,
  },
  { file: 'encryption-key', content: '\0'.repeat(43), mend: /encryption-key is empty or damaged/ },
  { file: 'encryption-key', content: null, mend: /encryption-key is missing\. Put it back from a backup/ },
  { file: 'postgres.json', content: '', mend: /postgres\.json is empty or damaged\. Put it back/ },
  { file: 'postgres.json', content: '{"superuserPassword":""}', mend: /postgres\.json is empty or damaged/ },
];
/** A data folder with secrets, one of them as told. */
function dataDirWith({ file, content }: (typeof damaged)[number]): string {
  const dataDir = mkdtempSync(join(folder, 'damaged-'));
  const files = { 'jwt-secret': SECRET, 'encryption-key': SECRET, [file]: content };
  for (const [name, text] of Object.entries(files))
    if (text !== null) writeFileSync(join(dataDir, name), text);
  return dataDir;
}

test('a secret that is empty, cut off or gone stops the start, says how to mend it, and stays as it is', async () => {
  for (const state of damaged) {
    const dataDir = dataDirWith(state);
    if (state.file === 'postgres.json')
      await assert.rejects(useEmbeddedPostgres(dataDir, createLog('silent')), state.mend);
    else assert.throws(() => readConfig({ DATA_DIR: dataDir }), state.mend);
    if (state.content === null) assert.ok(!readdirSync(dataDir).includes(state.file));
    else assert.equal(readFileSync(join(dataDir, state.file), 'utf8'), state.content);
  }
  const [key, passwords] = [damaged[2]!, damaged[5]!];
  await Promise.all([
    start(dataDirWith(key)).ended.then((ended) => isRefused(ended, key.mend)),
    start(dataDirWith(passwords)).ended.then((ended) => isRefused(ended, passwords.mend)),
    cli(dataDirWith(passwords)).ended.then((ended) => isRefused(ended, passwords.mend)),
  ]);
});

test('a first start on a full disk leaves nothing behind that a later start takes for a secret', async (t) => {
  const path = mkdtempSync(join(folder, 'full-'));
  const disk = mountDisk(path, '64k');
  if (!disk) return t.skip('no file system can be mounted here');
  try {
    const { bsize, blocks } = statfsSync(path);
    // Each number of free pages is met at another file; one is tried where time is short.
    for (const free of process.env['FULL_DISK_CYCLES'] ? [0, 1, 2, 3] : [1]) {
      writeFileSync(join(path, 'filler'), Buffer.alloc((blocks - free) * bsize));
      isRefused(await start(path).ended, /no space left|No space left/);
      const made = readdirSync(path).filter((name) => name !== 'filler');
      for (const name of made)
        assert.ok(statSync(join(path, name)).size >= 43 || statSync(join(path, name)).isDirectory(), name);
      for (const name of made) rmSync(join(path, name), { recursive: true, force: true });
    }
    rmSync(join(path, 'filler'));
    disk.grow('1g');
    await serves(path);
    // Of the demo nothing is lost that cannot be invented again.
    writeFileSync(join(path, 'demo.json'), '');
    await serves(path);
    for (const name of ['jwt-secret', 'encryption-key', 'postgres.json', 'demo.json'])
      assert.equal(statSync(join(path, name)).mode & 0o777, 0o600, name);
  } finally {
    disk.unmount();
  }
});

/** Starts a server, logs in, and stops it. */
async function serves(dataDir: string): Promise<void> {
  const server = start(dataDir);
  await until(() => server.stdout().includes('\ncurl ') || server.child.exitCode !== null);
  const url = /listens on (\S+)/.exec(server.stdout())?.[1] ?? assert.fail(server.stderr());
  const [, email, password] = /login +(\S+) \/ (\S+)/.exec(server.stdout())!;
  const { status } = await patiently(() =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }),
  );
  server.child.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
  assert.equal(status, 200);
}
