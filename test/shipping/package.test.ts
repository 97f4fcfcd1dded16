import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '../support/app.ts';
import { isRegistryReached, npm, ownEnvironment } from '../support/npm.ts';
import { endingWithUs } from '../support/programs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'sightline-package-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const skip = (await isRegistryReached(folder)) ? false : 'npm reaches no registry';

test('a packed copy starts in an empty folder, on the Node that is there, without scripts of packages', {
  skip,
  timeout: 420_000,
}, async () => {
  const packed = await npm(['pack', '--json', '--pack-destination', folder], ROOT);
  const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[')));
  const tops = new Set<string>(files.map(({ path }: { path: string }) => path.split('/')[0]));
  assert.deepEqual([...tops].sort(), [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'npm-shrinkwrap.json',
    'package.json',
    'sql',
    'src',
    'tsconfig.json',
  ]);
  assert.ok(!readdirSync(ROOT).includes('npm-shrinkwrap.json'), 'what packing needs is gone afterwards');

  const home = join(folder, 'empty');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{}');
  // That of a project which has nothing to do with this program.
  writeFileSync(join(home, 'tsconfig.json'), '{"extends": "./none.json"}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await npm(['install', ...flags, join(folder, filename)], home);

  const newer = join(folder, 'node');
  mkdirSync(newer);
  symlinkSync(process.execPath, join(newer, 'node'));
  const { PATH = '' } = ownEnvironment();
  // The one that npm has here, and the one that tests have: the first may be older than the program needs.
  for (const path of [PATH, `${newer}${delimiter}${PATH}`]) await startsIn(home, path);
});

/** Starts the installed command, pastes what it prints, runs a command beside it, and stops it. */
async function startsIn(home: string, path: string): Promise<void> {
  const command = join(home, 'node_modules/.bin/sightline');
  const env = { HOME: home, PATH: path, PORT: '0', LOG_LEVEL: 'warn' };
  const { stdout: help } = await run(command, ['--help'], { cwd: home, env });
  for (const word of ['Usage: sightline', '\n  start ', '\n  migrate ', '\n  report '])
    assert.ok(help.includes(word), help);

  const server = endingWithUs(
    spawn(command, ['start'], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<number | null>((done) => server.on('close', done));
  await until(() => said.includes('\ncurl ') || server.exitCode !== null, 60_000);
  const curl = said.split('\n').find((line) => line.startsWith('curl ')) ?? assert.fail(said);
  const { stdout: report } = await run('sh', ['-c', curl]);
  assert.ok(JSON.parse(report).total >= 1, report);
  assert.ok(readdirSync(home).includes('.data'), 'the data lies where it was started');
  const { stdout: organisations } = await run(command, ['org', 'list'], { cwd: home, env });
  assert.match(organisations, /Demo/);
  server.kill('SIGTERM');
  assert.equal(await ended, 0, said);
}
