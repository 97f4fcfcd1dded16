// node src/bin/launch.mjs test/foreign/fuzz.ts [minutes] [seed]: Schemathesis over every operation by the contract,
// with a key and a token, against a server of its own. Exits 1 for a 5xx, or a status or body that the contract does
// not declare.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
];

interface Demo {
  email: string;
  password: string;
  apiKey: string;
}

const [minutes = '10', seed = '1'] = process.argv.slice(2);
const root = fileURLToPath(new URL('../..', import.meta.url));
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'sightline-fuzz-'));
const venv = join(folder, 'venv/bin');
let server: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server?.kill('SIGTERM'));

try {
  await run('python3', ['-m', 'venv', join(folder, 'venv')]);
  await run(join(venv, 'pip'), ['install', '--quiet', '--no-cache-dir', '-r', here('fuzz-requirements.txt')]);
  const dataDir = join(folder, 'data');
  server = spawn(process.execPath, ['src/bin/launch.mjs', 'src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_PER_DAY: '0',
      REGISTRATION: 'open',
      PLAN_CHANGE: 'owner',
      LOG_LEVEL: 'error',
      // The hooks log in from an address of their own: the fuzzer's tries at login use up this one's.
      TRUST_PROXY: '127.0.0.0/8',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(server);
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  // What ends the session, or the organisation, leaves nothing to try: that comes last.
  const ending = ['logout', 'deleteOrganisation'];
  await fuzz(
    url,
    demo,
    Number(minutes) * 60,
    ending.flatMap((id) => ['--exclude-operation-id', id]),
  );
  await fuzz(
    url,
    demo,
    5,
    ending.flatMap((id) => ['--include-operation-id', id]),
  );
} finally {
  if (server?.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}

async function fuzz(url: string, demo: Demo, seconds: number, only: string[]): Promise<void> {
  const fuzzer = spawn(
    join(venv, 'st'),
    [
      ...['run', `${url}/openapi.json`, '--checks', CHECKS.join(), '--max-time', String(seconds)],
      ...['--seed', seed, '--continue-on-failure', '--request-timeout', '30', '--no-shrink'],
      ...['--suppress-health-check', 'all', '--warnings', 'off', '--workers', '1'],
      ...only,
    ],
    {
      cwd: folder,
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: here('fuzz-hooks.py'),
        SIGHTLINE_URL: url,
        SIGHTLINE_EMAIL: demo.email,
        SIGHTLINE_PASSWORD: demo.password,
        SIGHTLINE_KEY: demo.apiKey,
      },
      stdio: 'inherit',
    },
  );
  const [code] = await once(fuzzer, 'exit');
  if (code !== 0) process.exitCode = 1;
}

/** The address that the server prints when it listens. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) {
    const [, url] = /^Sightline listens on (\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The server did not start.');
}
