// SIGHTLINE_FOREIGN=1 npm test -- test/foreign/contract.test.ts: the contract as others read it. Takes packages from PyPI.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestApp, type TestApp } from '../support/app.ts';

const skip =
  process.env['SIGHTLINE_FOREIGN'] === '1' ? false : 'needs SIGHTLINE_FOREIGN=1, Python 3.11 and PyPI';
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'sightline-foreign-'));
const python = join(folder, 'venv/bin/python');
const contract = join(folder, 'openapi.json');
let app: TestApp;

if (!skip) {
  before(async () => {
    app = await startTestApp();
    writeFileSync(contract, (await app.call('GET', '/openapi.json')).text);
    await run('python3', ['-m', 'venv', join(folder, 'venv')]);
    await run(python, [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-cache-dir',
      '-r',
      here('contract-requirements.txt'),
    ]);
  });
  after(() => app?.close());
}
after(() => rmSync(folder, { recursive: true, force: true }));

test('two foreign validators find nothing wrong in the contract', { skip }, async () => {
  const { stdout } = await run(python, [here('validate.py'), contract]).catch((error) => error);
  assert.match(stdout, /, 0 problems\n$/);
});

test('a Python client made of the contract works against the server', { skip }, async () => {
  const client = join(folder, 'sightline_client');
  const generator = join(folder, 'venv/bin/openapi-python-client');
  const made = await run(
    generator,
    ['generate', '--path', contract, '--meta', 'none', '--output-path', client],
    {
      env: { ...process.env, PATH: `${join(folder, 'venv/bin')}:${process.env['PATH']}` },
    },
  );
  // What it cannot make is only what is no JSON.
  const left = made.stdout.split('\n').filter((line) => /^(WARNING|ERROR)|^Unsupported/.test(line));
  assert.deepEqual(
    left.filter(
      (line) =>
        !/Unsupported content type application\/x-ndjson|^WARNING parsing POST \/api\/runs /.test(line),
    ),
    [],
    made.stdout,
  );
  const { email, password, key } = await app.organisation();
  const used = await run(python, [here('use_client.py'), app.url, email, password, key], {
    env: { ...process.env, PYTHONPATH: folder },
  });
  assert.equal(used.stdout, 'used\n');
});
