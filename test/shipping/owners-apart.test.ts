// long: starts on clusters of its own
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '../../src/base/log.ts';
import { connect, openDb } from '../../src/db/client.ts';
import { useEmbeddedPostgres } from '../../src/db/embedded.ts';
import { migrationFiles } from '../../src/db/migrate.ts';
import { withRoles } from '../../src/db/roles.ts';
import { createOrganisation } from '../../src/features/accounts/organisation.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { SECRETS } from '../support/server/app.ts';
import { startProgram } from '../support/server/programs.ts';
import { startServerProgram } from '../support/server/server-program.ts';

const PASSWORD = 'tests';
const folder = temporaryFolder();

const dataDir = join(folder, 'data');
const postgres = await forFile(useEmbeddedPostgres(dataDir, createLog('silent')), (it) => it.release());
const { port } = new URL(postgres.url);
const { superuserPassword } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
const superuserUrl = (database: string) =>
  `postgres://postgres:${superuserPassword}@127.0.0.1:${port}/${database}`;
const superuser = await forFile(connect(superuserUrl('postgres'), { role: 'owner', max: 1 }), (it) =>
  it.end(),
);

/** An empty database of an owner of its own, who is no superuser. @returns its URL */
async function makeOwner(name: string, right: 'createrole' | 'nocreaterole'): Promise<string> {
  await superuser.unsafe(`create role ${name} login ${right} password '${PASSWORD}'`);
  await superuser.unsafe(`create database ${name} owner ${name}`);
  const url = new URL(postgres.url);
  Object.assign(url, { username: name, password: PASSWORD, pathname: `/${name}` });
  return url.href;
}

const variables = (url: string, roles?: string) => {
  const dataDir = join(folder, new URL(url).username);
  mkdirSync(dataDir, { recursive: true });
  return {
    DATABASE_URL: url,
    ...(roles === undefined ? {} : { DATABASE_ROLES: roles }),
    DATA_DIR: dataDir,
    ...SECRETS,
  };
};
const cli = (url: string, roles: string | undefined, ...args: string[]) =>
  startProgram('src/cli.ts', args, variables(url, roles)).ended;

/** Starts a server, logs somebody in and stops it. */
async function serveOnce(url: string, roles?: string): Promise<void> {
  const email = `owner@${new URL(url).username}.example`;
  const db = await openDb(withRoles(url, roles ?? 'sightline'));
  await createOrganisation(db, { name: 'Served', plan: 'CUSTOM', email, password: 'a password of tests' });
  await db.close();
  const server = await startServerProgram(variables(url, roles));
  const body = { email, password: 'a password of tests' };
  const { status, json } = await server.call('POST', '/api/auth/login', { body });
  assert.equal(status, 200);
  const made = await server.call('POST', '/api/brands', {
    token: json.accessToken,
    body: { name: 'Lumenfold' },
  });
  assert.equal(made.status, 201);
  server.child.kill('SIGTERM');
  const { code, stderr } = await server.ended;
  assert.equal(code, 0, stderr);
  // On a busy machine Postgres may take a connection late; the job runs again.
  const failures = stderr.split('\n').filter((line) => /"level":(50|60)/.test(line));
  assert.deepEqual(
    failures.filter((line) => !line.includes('does not take the connection')),
    [],
  );
}

test('two owners without superuser have databases on one Postgres, each with roles of its own', async () => {
  const [first, second] = [await makeOwner('first', 'createrole'), await makeOwner('second', 'createrole')];
  const { code, stderr } = await cli(first, undefined, 'migrate');
  assert.equal(code, 0, stderr);
  const refused = await cli(second, undefined, 'migrate');
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /^DATABASE_URL: second may not act as the roles sightline_app, .*set DATABASE_ROLES.*=second/,
  );
  assert.match(refused.stderr, /grant sightline_app, sightline_export, sightline_worker to second;$/m);
  const apart = await cli(second, 'second', 'migrate');
  assert.equal(apart.code, 0, apart.stderr);
  await Promise.all([serveOnce(first), serveOnce(second, 'second')]);
  const foreign = connect(first.replaceAll('first', 'second').replace(/second$/, 'first'), {
    role: 'owner',
    max: 1,
  });
  await assert.rejects(foreign`set role sightline_app`, /permission denied to set role/);
  await assert.rejects(foreign`select from brands`, /permission denied/);
  await foreign.end();
});

test('an owner who may not make roles is told the statements for an administrator, and works after them', async () => {
  const third = await makeOwner('third', 'nocreaterole');
  const refused = await cli(third, 'third', 'migrate');
  assert.equal(refused.code, 1);
  const [, statements = ''] = /As an administrator: (.*)$/m.exec(refused.stderr) ?? [];
  assert.match(
    statements,
    /^create role third_app nologin; .* grant third_app, third_export, third_worker to third;$/,
  );
  await superuser.unsafe(statements);
  const { code, stderr } = await cli(third, 'third', 'migrate');
  assert.equal(code, 0, stderr);
  await serveOnce(third, 'third');
});

test('a backup is restored to a database whose roles have other names', async () => {
  const fourth = await makeOwner('fourth', 'createrole');
  assert.equal((await cli(fourth, 'fourth', 'migrate')).code, 0);
  const third = variables(
    new URL(postgres.url).href.replace(/\/\/.*@(.*)\/.*/, `//third:${PASSWORD}@$1/third`),
    'third',
  );
  const file = join(folder, 'third.backup');
  const backup = await startProgram('src/cli.ts', ['backup', file], third).ended;
  assert.equal(backup.code, 0, backup.stderr);
  const { code, stderr } = await cli(fourth, 'fourth', 'restore', file);
  assert.equal(code, 0, stderr);
  const list = await cli(fourth, 'fourth', 'org', 'list');
  assert.match(list.stdout, /Served/);
});

test('a start is refused where the setting is not the database’s, or the role bypasses the policies', async () => {
  const fourth = new URL(postgres.url);
  Object.assign(fourth, { username: 'fourth', password: PASSWORD, pathname: '/fourth' });
  for (const args of [['migrate'], ['migrate', '--check'], ['org', 'list']]) {
    const { code, stderr } = await cli(fourth.href, undefined, ...args);
    assert.equal(code, 1);
    assert.match(stderr, /^The roles of this database begin with "fourth" .*set DATABASE_ROLES=fourth/);
  }
  await superuser`alter role fourth_app bypassrls`;
  const { code, stderr } = await cli(fourth.href, 'fourth', 'org', 'list');
  assert.equal(code, 1);
  assert.match(stderr, /The role fourth_app bypasses row-level security/);
  const wrong = await cli(fourth.href, 'Fourth; drop', 'org', 'list');
  assert.match(wrong.stderr, /DATABASE_ROLES must be/);
});

test('a database as earlier versions made it goes on unchanged, also when its owner may make no roles any more', async () => {
  await superuser`drop database first with (force)`;
  await superuser.unsafe('drop role sightline_app, sightline_export, sightline_worker');
  const fifth = await makeOwner('fifth', 'createrole');
  // As earlier versions did: the text of the migrations as it is.
  const owner = connect(fifth, { role: 'owner', max: 1 });
  await owner.unsafe(`create table migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null);
    create table migration_checksums (name text primary key, sha256 text not null)`);
  for (const { name, sha256, sql } of migrationFiles().slice(0, -1)) {
    await owner.unsafe(`begin; ${sql}; commit`);
    await owner`insert into migrations (name, run_on) values (${name}, now())`;
    await owner`insert into migration_checksums values (${name}, ${sha256})`;
  }
  await owner.end();
  await superuser`alter role fifth nocreaterole`;
  const { code, stdout, stderr } = await cli(fifth, undefined, 'migrate');
  assert.deepEqual([code, stdout.trim()], [0, migrationFiles().at(-1)?.name], stderr);
  await serveOnce(fifth);
});
