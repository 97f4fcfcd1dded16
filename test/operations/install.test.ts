// long: starts programs in new folders
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../support/for-file.ts';
import { startProgram } from '../support/server/programs.ts';

const folder = temporaryFolder();

const write = (path: string, content: object) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(content));
};
const lock = (packages: Record<string, object>) => ({
  name: 'project',
  version: '1.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: { '': { name: 'project', version: '1.0.0', dependencies: { part: 'file:part' } }, ...packages },
});

/** A project with one package, which lies beside it: nothing is asked of a registry. */
write('package.json', { name: 'project', version: '1.0.0', dependencies: { part: 'file:part' } });
write('part/package.json', { name: 'part', version: '1.0.0' });
const SCRIPT = join(folder, 'run.mjs');
writeFileSync(
  SCRIPT,
  `import { installMissing } from ${JSON.stringify(new URL('../../src/bin/install.mjs', import.meta.url).href)};
   console.log(installMissing(new URL(${JSON.stringify(pathToFileURL(`${folder}/`).href)}), process.argv[2] === 'tests'));`,
);

async function install(...args: string[]) {
  const { code, stdout, stderr } = await startProgram(SCRIPT, args).ended;
  return { code, stdout: stdout.trim(), stderr };
}

test('without a lock file nothing is installed', async () => {
  assert.deepEqual(await install(), { code: 0, stdout: 'false', stderr: '' });
});

test('what the lock file lists and is not there is installed, once, and said on stderr', async () => {
  write('package-lock.json', {
    ...lock({ part: { version: '1.0.0' }, 'node_modules/part': { resolved: 'part', link: true } }),
  });
  const first = await install();
  assert.deepEqual([first.code, first.stdout], [0, 'true'], first.stderr);
  assert.match(
    first.stderr,
    /^1 packages of package-lock\.json are not installed: running npm ci --omit=dev\./,
  );
  assert.ok(existsSync(join(folder, 'node_modules/part/package.json')));
  assert.deepEqual(await install(), { code: 0, stdout: 'false', stderr: '' });
});

test('a server needs nothing for development, and keeps what is there of it; a test adds it beside what is in use', async () => {
  const isThere = (name: string) => existsSync(join(folder, 'node_modules', name, 'package.json'));
  write('tool/package/package.json', { name: 'tool', version: '1.0.0' });
  execFileSync('tar', ['czf', join(folder, 'tool.tgz'), '-C', join(folder, 'tool'), 'package']);
  const own = { name: 'project', version: '1.0.0', dependencies: { part: 'file:part' } };
  const withTool = { ...own, devDependencies: { tool: 'file:tool.tgz' } };
  write('package.json', withTool);
  const packages = (version: string) => ({
    '': withTool,
    part: { version },
    'node_modules/part': { resolved: 'part', link: true },
    'node_modules/tool': { version: '1.0.0', resolved: 'file:tool.tgz', dev: true },
  });
  write('package-lock.json', lock(packages('1.0.0')));
  rmSync(join(folder, 'node_modules'), { recursive: true });
  assert.match((await install()).stderr, /running npm ci --omit=dev\./);
  assert.deepEqual(['part', 'tool'].map(isThere), [true, false]);
  // A server that runs meanwhile keeps its files.
  writeFileSync(join(folder, 'node_modules/.in-use'), '');
  assert.match((await install('tests')).stderr, /running npm install --no-save\./);
  assert.deepEqual(['part', 'tool'].map(isThere), [true, true]);
  // An update of the clone: the server installs what is newer, and what tests need stays.
  write('part/package.json', { name: 'part', version: '1.1.0' });
  write('package-lock.json', lock(packages('1.1.0')));
  assert.equal((await install()).stdout, 'true');
  assert.deepEqual(['part', 'tool'].map(isThere), [true, true]);
  assert.ok(existsSync(join(folder, 'node_modules/.in-use')));
  assert.equal((await install('tests')).stdout, 'false');
  write('part/package.json', { name: 'part', version: '1.0.0' });
  write('package.json', own);
  rmSync(join(folder, 'node_modules'), { recursive: true });
  write('package-lock.json', {
    ...lock({ part: { version: '1.0.0' }, 'node_modules/part': { resolved: 'part', link: true } }),
  });
  await install();
});

test('another version counts as missing; what is for development only where it is needed', async () => {
  const installed = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  installed.packages['part'].version = '0.9.0';
  write('node_modules/.package-lock.json', installed);
  assert.equal((await install()).stdout, 'true');
  write('package-lock.json', {
    ...lock({
      part: { version: '1.0.0', dev: true },
      'node_modules/part': { resolved: 'part', link: true, dev: true },
    }),
  });
  installed.packages['part'].version = '0.9.0';
  write('node_modules/.package-lock.json', installed);
  assert.equal((await install()).stdout, 'false');
  assert.equal((await install('tests')).stdout, 'true');
});

test('through a link nothing is installed: the packages there are those of another folder', async () => {
  const installed = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  installed.packages['part'].version = '0.9.0';
  write('node_modules/.package-lock.json', installed);
  renameSync(join(folder, 'node_modules'), join(folder, 'elsewhere'));
  symlinkSync('elsewhere', join(folder, 'node_modules'));
  const { code, stderr } = await install('tests');
  assert.notEqual(code, 0);
  assert.match(stderr, /1 packages of package-lock\.json are not in node_modules, which is a link/);
  assert.ok(existsSync(join(folder, 'elsewhere/.package-lock.json')));
  rmSync(join(folder, 'node_modules'));
  renameSync(join(folder, 'elsewhere'), join(folder, 'node_modules'));
});

test('a failing npm is said, and the program does not start', async () => {
  write('package-lock.json', {
    ...lock({ 'node_modules/none': { version: '1.0.0', resolved: 'file:none.tgz' } }),
  });
  const { code, stderr } = await install();
  assert.notEqual(code, 0);
  assert.match(stderr, /npm install failed: see above/);
});
