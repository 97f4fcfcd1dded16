// long: 40 s
// A server with a secret in every setting that may hold one, of which each step of the start fails once.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SETTINGS } from '../../src/base/settings/table.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { onCluster } from '../support/server/cluster.ts';
import { createTestDatabase, type TestDatabase, withDatabaseName } from '../support/server/database.ts';
import { startProgram } from '../support/server/programs.ts';

const skip = onCluster('it makes databases beside those of the cluster');
const PLANTED = 'pl4nted';
/** It has all the signs that end a password of an address. */
const ODD = `${PLANTED}#/?@%${PLANTED}`;
const SECRET = `${PLANTED} secret of tests that is long enough`;

const folder = temporaryFolder();
let database: TestDatabase;
let used: TestDatabase;
let taken: Server;
let takenPort: string;

before(async () => {
  if (skip) return;
  [database, used] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  taken = createServer((socket) => socket.destroy());
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
  takenPort = String((taken.address() as { port: number }).port);
});
after(async () => {
  taken?.close();
  await database?.drop();
  await used?.drop();
});

const withPassword = (url: string, change: (url: URL) => void = () => {}) => {
  const changed = new URL(url);
  change(changed);
  return changed.href;
};

/** A right configuration with a secret wherever one may be. */
const planted = (changes: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  DATA_DIR: mkdtempSync(join(folder, 'data-')),
  JWT_SECRET: `${SECRET}, for logins`,
  ENCRYPTION_KEY: `${SECRET}, at rest`,
  SMTP_URL: `smtp://${PLANTED}:${encodeURIComponent(ODD)}@127.0.0.1:1`,
  MAIL_FROM: 'Reports <reports@corp.example>',
  PUBLIC_URL: 'https://reports.example',
  OIDC_ISSUER: 'https://login.corp.example',
  OIDC_CLIENT_ID: 'sightline',
  OIDC_CLIENT_SECRET: ODD,
  AWS_ACCESS_KEY_ID: `${PLANTED}-id`,
  AWS_SECRET_ACCESS_KEY: ODD,
  AWS_SESSION_TOKEN: ODD,
  SIGHTLINE_API_KEY: ODD,
  PORT: '0',
  LOG_LEVEL: 'trace',
  ...changes,
});

/** That a program ends, says what is wrong, and shows no secret. */
async function failsQuietly(
  [script, ...args]: readonly [string, ...string[]],
  changes: Record<string, string>,
  words: RegExp,
): Promise<void> {
  const { code, stdout, stderr } = await startProgram(script, args, planted(changes)).ended;
  assert.equal(code, 1, stderr);
  assert.match(stderr, words);
  showsNone(`${stdout}${stderr}`);
}

function showsNone(output: string): void {
  const forms = [
    PLANTED,
    ...[PLANTED, ODD, SECRET].map((one) => Buffer.from(one).toString('base64').slice(0, 8)),
  ];
  for (const form of forms) assert.ok(!output.includes(form), `a secret is shown: ${output}`);
  assert.ok(!output.includes(new URL(database.url).password), `a password is shown: ${output}`);
}

const SERVER = ['src/main.ts'] as const;
const COMMAND = ['src/cli.ts', 'org', 'list'] as const;

test('no start that fails by its settings shows a secret', { skip }, async () => {
  // The secret stands as the value of every setting, where it is wrong as well.
  const everywhere = Object.fromEntries(
    Object.entries(SETTINGS)
      .filter(([name, { format, items, minimum, enum: values }]) => {
        const isChecked = format !== undefined || items !== undefined || minimum !== undefined || values;
        return isChecked && !['JWT_SECRET', 'ENCRYPTION_KEY'].includes(name);
      })
      .map(([name]) => [name, ODD]),
  );
  const addresses = {
    DATABASE_URL: `postgres://lamp:${ODD}@127.0.0.1:5432/lamps`,
    SMTP_URL: `smtp://lamp:${ODD}@127.0.0.1`,
    PUBLIC_URL: `https://lamp:${PLANTED}@reports.example`,
    OIDC_ISSUER: `https://lamp:${PLANTED}@login.example`,
    AWS_ENDPOINT_URL: `https://lamp:${PLANTED}@s3.example`,
    SNAPSHOT_STORE: `s3://lamp:${PLANTED}@bucket`,
    CORS_ORIGINS: `https://lamp:${PLANTED}@app.example`,
  };
  const files = { JWT_SECRET: '', JWT_SECRET_FILE: `/${PLANTED}`, ENCRYPTION_KEY_FILE: folder };
  const starts = [everywhere, addresses, files, { JWT_SECRET: PLANTED, ENCRYPTION_KEY: PLANTED }];
  await Promise.all(
    starts.map((changes) =>
      failsQuietly(SERVER, changes, /^The configuration is not valid:\n( {2}- [A-Z_]+ .*\n)+$/),
    ),
  );
  await failsQuietly(COMMAND, { ...everywhere, ...addresses }, /^The configuration is not valid:/);
});

test('no start that fails by the database shows a secret', { skip }, async () => {
  const wrong = withPassword(database.url, (url) => (url.password = encodeURIComponent(ODD)));
  const nobody = withPassword(wrong, (url) => (url.port = '1'));
  const silent = withPassword(wrong, (url) => (url.port = takenPort));
  const nowhere = withPassword(wrong, (url) => (url.hostname = 'nowhere.invalid'));
  for (const program of [SERVER, COMMAND])
    await Promise.all([
      failsQuietly(program, { DATABASE_URL: wrong }, /does not let "\w+" in/),
      failsQuietly(program, { DATABASE_URL: nobody }, /no Postgres answers at 127\.0\.0\.1:1/),
      failsQuietly(program, { DATABASE_URL: silent }, /no Postgres answers at|closed|ended/i),
      failsQuietly(program, { DATABASE_URL: nowhere }, /no Postgres answers at nowhere\.invalid/),
    ]);
  await failsQuietly(
    SERVER,
    { DATABASE_URL: withDatabaseName(database.url, 'nowhere') },
    /no database "nowhere"/,
  );
});

test('no start that fails by a key, a folder, a port or a store shows a secret', { skip }, async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const store = { SNAPSHOT_STORE: 's3://bucket', AWS_ENDPOINT_URL: `http://127.0.0.1:${takenPort}` };
  const damaged = join(folder, 'damaged');
  mkdirSync(damaged);
  writeFileSync(join(damaged, 'encryption-key'), `${PLANTED}\0`);
  await Promise.all([
    failsQuietly(SERVER, { DATA_DIR: file }, /DATA_DIR must be a folder/),
    failsQuietly(SERVER, { PORT: takenPort }, /Port \d+ on 127\.0\.0\.1 is taken/),
    failsQuietly(SERVER, store, /AWS_ENDPOINT_URL: /),
    failsQuietly(
      SERVER,
      { DATABASE_URL: '', DATA_DIR: damaged, JWT_SECRET: '', ENCRYPTION_KEY: '' },
      /encryption-key is empty or damaged/,
    ),
  ]);
  // The first start notes the key, and the second has another one.
  const first = startProgram('src/cli.ts', ['org', 'create', '--name', 'Lamps', '--email', 'a@b.example'], {
    ...planted({ DATABASE_URL: used.url }),
  });
  showsNone((await first.ended).stderr);
  const server = startProgram('src/main.ts', [], planted({ DATABASE_URL: used.url }));
  const isUp = new Promise<void>((done) =>
    server.child.stdout?.on('data', () => server.stdout().includes('listens') && done()),
  );
  await Promise.race([isUp, server.ended]);
  server.child.kill('SIGTERM');
  const { stdout, stderr } = await server.ended;
  showsNone(`${stdout}${stderr}`);
  assert.match(stdout, /listens on/);
  const other = { DATABASE_URL: used.url, ENCRYPTION_KEY: `another ${SECRET}` };
  await failsQuietly(SERVER, other, /ENCRYPTION_KEY: it is not the key that this database was used with/);
});
