// long: starts a pooler
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { freePort } from '../../src/db/embedded-cluster.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { startTestApp, until } from '../support/server/app.ts';
import { createTestDatabase } from '../support/server/database.ts';
import { endingWithUs } from '../support/server/programs.ts';

const isHere = spawnSync('pgbouncer', ['--version']).status === 0;
/** PgBouncer refuses to run as root. */
const NOBODY = 65_534;

/** Starts PgBouncer with the configuration of the guide, in front of a database. */
async function startPgBouncer(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = new URL(databaseUrl);
  const guide = readFileSync(new URL('../../src/web/docs/operate.md', import.meta.url), 'utf8');
  const [, configuration = ''] = guide.match(/```ini\n(\[databases\][^`]*)```/) ?? [];
  const folder = temporaryFolder();
  const port = await freePort();
  const users = join(folder, 'userlist.txt');
  const name = server.pathname.slice(1);
  const ini = configuration
    .replace('sightline = host=127.0.0.1 port=5432', `${name} = host=127.0.0.1 port=${server.port}`)
    .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer/userlist.txt', users);
  assert.match(ini, new RegExp(`${name} = .*\n[^]*listen_port = ${port}\n[^]*${users}`));
  writeFileSync(join(folder, 'pgbouncer.ini'), ini);
  writeFileSync(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`);
  for (const file of [folder, users, join(folder, 'pgbouncer.ini')]) chmodSync(file, 0o755);
  const child = endingWithUs(
    spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
      ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  return {
    url: databaseUrl.replace(`:${server.port}/`, `:${port}/`),
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

test('through PgBouncer in session mode the server starts, works as its roles, and keeps its time limits', {
  skip: !isHere && 'PgBouncer is not here (Debian has it: pgbouncer)',
}, async () => {
  const database = await createTestDatabase();
  const pooler = await startPgBouncer(database.url);
  const sql = connect(pooler.url, { role: 'app', max: 2 });
  try {
    await until(() =>
      sql`select 1`.then(
        () => true,
        () => false,
      ),
    );
    const [session] = await sql<{ role: string; login: string; limit: string; zone: string; idle: string }[]>`
      select current_user as role, session_user as login, current_setting('statement_timeout') as limit,
             current_setting('timezone') as zone,
             current_setting('idle_in_transaction_session_timeout') as idle`;
    assert.deepEqual(
      { ...session },
      { role: 'sightline_app', login: 'sightline', limit: '15s', zone: 'UTC', idle: '10s' },
    );
    await using app = await startTestApp({ DATABASE_URL: pooler.url });
    const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
    await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold is good.' }]);
    await app.snapshot();
    const { json } = await app.report(org, 'brands');
    assert.equal(json.data[0].visibility, 100);
  } finally {
    await sql.end({ timeout: 5 });
    await pooler.stop();
    await database.drop();
  }
});
