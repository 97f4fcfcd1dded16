import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { freePort } from '../../src/db/embedded-cluster.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { commandOf, copy, isIgnored, lastOf, stagesOf, variablesOf } from '../support/outputs/dockerfile.ts';
import { assertFaces } from '../support/outputs/faces.ts';
import { until } from '../support/server/app.ts';
import { isRegistryReached, ownEnvironment } from '../support/server/npm.ts';
import { endingWithUs } from '../support/server/programs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** As long as an engine waits after SIGTERM by default. */
const GRACE_MS = 10_000;
/** Lines that change the image outside of its folder, and why they are not run here. */
const NOT_RUN: [RegExp, string][] = [
  [
    /^ln -s \S+ \/usr\/local\/bin\/sightline && install -d .* \/data$/,
    'needs root and writes to /usr and /data',
  ],
];
/** The account `nobody`, which has an entry in passwd as the image's has. */
const NOBODY = 65_534;

const run = promisify(execFile);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const stages = stagesOf(read('Dockerfile'));
const ignored = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const folder = temporaryFolder();
chmodSync(folder, 0o755);
const skip = (await isRegistryReached(folder)) ? false : 'npm reaches no registry';

/** A folder with the node that tests run on as `node`, as images have it. */
function folderOfNode(): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  if (!existsSync(join(bin, 'node'))) symlinkSync(process.execPath, join(bin, 'node'));
  return bin;
}
const environment = () => {
  const own = ownEnvironment();
  return { ...own, PATH: `${folderOfNode()}:${own['PATH']}` };
};

/** Does what the engine does with the Dockerfile, in folders. @returns the working folder of the image */
async function build(t: TestContext): Promise<string> {
  const roots = new Map<string, string>();
  let here = '';
  for (const { name, instructions } of stages) {
    const root = join(folder, `stage-${name}`);
    roots.set(name, root);
    here = root;
    for (const { name: instruction, text } of instructions) {
      if (instruction === 'WORKDIR') {
        here = join(root, text);
        mkdirSync(here, { recursive: true });
      } else if (instruction === 'COPY') copy(text, { context: ROOT, ignored, stages: roots, here });
      else if (instruction === 'RUN') {
        const [, reason] = NOT_RUN.find(([line]) => line.test(text)) ?? [];
        if (reason) t.diagnostic(`not run, it ${reason}: ${text}`);
        else await run('sh', ['-ec', text], { cwd: here, env: environment(), maxBuffer: 16 << 20 });
      }
    }
  }
  return here;
}

/** Starts a command with nothing to write to but `writable`, as another account, where this one may do so. */
function confined(writable: string, command: string[]): string[] {
  const script = 'mount --bind "$0" "$0" && mount -o remount,bind,ro / && exec "$@"';
  const ids = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs'];
  return [
    'unshare',
    '-m',
    '--propagation',
    'private',
    'sh',
    '-ec',
    script,
    writable,
    'setpriv',
    ...ids,
    ...command,
  ];
}

test('the image is built in two stages on a slim Debian with Node 24, and does not run as root', () => {
  assert.equal(stages.length, 2);
  for (const { base } of stages) assert.match(base, /^node:24-[a-z]+-slim$/);
  assert.equal(lastOf(stages, 'USER'), 'node');
  const { HOST, DATA_DIR, TMPDIR } = variablesOf(stages[1]!);
  assert.deepEqual([HOST, DATA_DIR, lastOf(stages, 'VOLUME')], ['0.0.0.0', '/data', '/data']);
  assert.match(TMPDIR ?? '', /^\/data\//);
  // Without a shell or npm in between, which would keep SIGTERM for themselves.
  assert.equal(commandOf(lastOf(stages, 'ENTRYPOINT'))[0], 'node');
});

test('secrets, data, the repository and what is installed here do not get into the image', () => {
  for (const path of [
    '.env',
    '.data/jwt-secret',
    '.git/config',
    'node_modules/tsx',
    'test/run.ts',
    'bench/run.ts',
  ])
    assert.ok(isIgnored(path, ignored), path);
  assert.ok(!isIgnored('src/main.ts', ignored));
});

test('what the Dockerfile makes starts on a read-only disk, is found healthy, and ends by SIGTERM [long]', {
  skip,
  timeout: 420_000,
}, async (t) => {
  const app = await build(t);
  assert.deepEqual(globSync('node_modules/{typescript,@biomejs,node-linux-*}', { cwd: app }), []);
  const data = join(folder, 'data');
  mkdirSync(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  const inside = [...commandOf(lastOf(stages, 'ENTRYPOINT')), ...commandOf(lastOf(stages, 'CMD'))];
  let command = inside;
  if (isRoot) {
    const able = await run('unshare', confined(data, ['true']).slice(1)).then(
      () => true,
      () => false,
    );
    if (able) command = confined(data, inside);
    else t.diagnostic('not on a read-only disk: this account may not mount');
  } else t.diagnostic('not on a read-only disk: this account is not root');

  const port = await freePort();
  const variables = variablesOf(stages[1]!);
  for (const [name, value] of Object.entries(variables)) variables[name] = value.replace(/^\/data/, data);
  const { PATH } = environment();
  const env = { PATH, HOME: '/nonexistent', ...variables, PORT: String(port), LOG_LEVEL: 'warn' };
  const [file = '', ...args] = command;
  const server = endingWithUs(spawn(file, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = new Promise<number | null>((done) => server.on('close', done));
  const health = commandOf(lastOf(stages, 'HEALTHCHECK'));
  const isHealthy = () =>
    run(health[0]!, health.slice(1), { env }).then(
      () => true,
      () => false,
    );
  assert.equal(await isHealthy(), false, 'nothing listens yet');
  await until(async () => (await isHealthy()) || server.exitCode !== null);
  assert.equal(server.exitCode, null, said);
  await until(() => said.includes('Sightline listens'));
  assert.doesNotMatch(said, /login|API key/, 'there is no demo where others reach it');

  // The first login, as the guide has it.
  const made = run(
    'node',
    [
      'src/bin/sightline.mjs',
      'org',
      'create',
      '--name',
      'Acme',
      '--plan',
      'CUSTOM',
      '--email',
      'you@acme.example',
      '--password-stdin',
    ],
    { cwd: app, env: { ...env, TMPDIR: tmpdir() } },
  );
  made.child.stdin?.end('a long password');
  assert.match((await made).stdout, /^[0-9a-f-]{36}\n$/);
  const login = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'you@acme.example', password: 'a long password' }),
  });
  assert.equal(login.status, 200);
  const { accessToken } = (await login.json()) as { accessToken: string };
  const created = await fetch(`http://127.0.0.1:${port}/api/api-keys`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ name: 'Agent', scopes: ['reports:read'] }),
  });
  const { key } = (await created.json()) as { key: string };
  await assertFaces(`http://127.0.0.1:${port}`, key);

  const startedAt = performance.now();
  server.kill('SIGTERM');
  assert.equal(await ended, 0, said);
  assert.ok(performance.now() - startedAt < GRACE_MS);
  assert.equal(await isHealthy(), false);
});

test('compose.yaml: nothing but this machine reaches it, no secret has a default, migrations come first', async (t) => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true });
  const { postgres, migrate, server } = services;
  assert.equal(postgres.ports, undefined);
  for (const port of server.ports) assert.match(port, /^127\.0\.0\.1:/);
  for (const secret of [
    postgres.environment.POSTGRES_PASSWORD,
    server.environment.JWT_SECRET,
    server.environment.ENCRYPTION_KEY,
  ])
    assert.match(secret, /^\$\{\w+:\?/);
  assert.match(server.environment.DATABASE_URL, /:\$\{SIGHTLINE_POSTGRES_PASSWORD:\?[^}]*\}@postgres:/);
  assert.deepEqual(
    [migrate.command, migrate.depends_on.postgres.condition],
    [['migrate'], 'service_healthy'],
  );
  assert.equal(server.depends_on.migrate.condition, 'service_completed_successfully');
  assert.deepEqual([server.environment.MIGRATE, server.read_only, server.cap_drop], ['apart', true, ['ALL']]);
  assert.ok(Number.parseInt(server.stop_grace_period, 10) * 1000 >= GRACE_MS);
  for (const volume of [...postgres.volumes, ...server.volumes]) assert.ok(volume.split(':')[0] in volumes);

  const set = { SIGHTLINE_POSTGRES_PASSWORD: 'p', SIGHTLINE_JWT_SECRET: 'j', SIGHTLINE_ENCRYPTION_KEY: 'e' };
  const compose = (variables: Record<string, string>) =>
    run('docker', ['compose', '--file', join(ROOT, 'compose.yaml'), 'config', '--quiet'], {
      cwd: folder,
      env: { ...ownEnvironment(), ...variables },
    });
  const hasCompose = await run('docker', ['compose', 'version']).then(
    () => true,
    () => false,
  );
  if (!hasCompose) return t.diagnostic('docker compose is not installed: it did not read the file');
  await compose(set);
  await assert.rejects(compose({}), /src\/web\/docs\/operate\.md/);
});

test('the unit of systemd is valid and hardened', async (t) => {
  const unit = read('src/web/docs/operate/sightline.service');
  const hasSystemd = await run('systemd-analyze', ['--version']).then(
    () => true,
    () => false,
  );
  if (!hasSystemd) return t.skip('systemd-analyze is not installed');
  const file = join(folder, 'sightline.service');
  // Where the program lies here.
  const here = unit.replaceAll('/opt/sightline/', ROOT).replaceAll('/usr/bin/node', process.execPath);
  writeFileSync(file, here);
  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', file]);
  assert.equal(stderr, '');
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', file]);
  const exposure = Number(/exposure level for sightline\.service: ([\d.]+)/.exec(stdout)?.[1]);
  assert.ok(exposure <= 2, `${exposure}`);
});
