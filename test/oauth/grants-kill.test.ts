// long: kills
// kill -9 of a server between any two messages to Postgres by which it issues tokens. Another server goes on.
// KILLS says at how many of them (3).
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { patiently } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import {
  type Client,
  codeFor,
  connected,
  exchange,
  listBrands,
  refresh,
  register,
  sendForm,
} from '../support/logins/oauth.ts';
import { startProxy, type WatchedConnection } from '../support/providers/proxy.ts';
import { type ServerProgram, startServerProgram } from '../support/server/server-program.ts';

const KILLS = Number(process.env['KILLS'] ?? 2);
const PUBLIC_URL = 'https://reports.example';
const resource = { resource: `${PUBLIC_URL}/mcp` };

let victim: ServerProgram;
/** What the victim sends to Postgres while it issues tokens: how much, and at which of it it is killed. */
let grant: { sent: number; killAt: number; isReplyLost: boolean; by: Set<WatchedConnection> } | null = null;

const app = await withApp({ PUBLIC_URL, TRUST_PROXY: '127.0.0.1' });
const token = await app.login(await app.organisation({ brands: [{ name: 'Lumenfold' }] }));
app.app.services.limits.attemptByAccount = async () => {};
const dataDir = temporaryFolder();
const { port } = new URL(app.databaseUrl);
const proxy = await forFile(startProxy(() => Number(port), undefined, watch));
after(() => victim?.close('SIGKILL'));

async function watch(bytes: Buffer, connection: WatchedConnection): Promise<void> {
  if (grant === null) return;
  // A server that has just been started sends the text of each statement once.
  if (bytes.includes('oauth_')) grant.by.add(connection);
  if (!grant.by.has(connection)) return;
  grant.sent += 1;
  if (grant.isReplyLost) {
    if (!/\bcommit\b/i.test(bytes.toString('latin1'))) return;
    // Postgres gets the message, and its reply finds nobody.
    victim.child.kill('SIGSTOP');
    setTimeout(() => victim.child.kill('SIGKILL'), 200);
    return;
  }
  if (grant.sent < grant.killAt) return;
  await victim.close('SIGKILL');
  connection.cut();
}

/** A server on the same database, by way of the proxy. */
async function startVictim(): Promise<void> {
  const url = new URL(app.databaseUrl);
  url.port = String(proxy.port);
  victim = await startServerProgram({
    DATABASE_URL: url.href,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PUBLIC_URL,
    SNAPSHOT_INTERVAL_SECONDS: '0',
    JOBS: 'apart',
    LOG_LEVEL: 'info',
  });
}

/** Has the victim issue tokens, and kills it meanwhile. @returns its answer; null: it gave none */
async function killedAt(killAt: number, form: object, isReplyLost = false): Promise<number | null> {
  await victim?.close('SIGKILL');
  await startVictim();
  const now = { sent: 0, killAt, isReplyLost, by: new Set<WatchedConnection>() };
  grant = now;
  const ask = () => sendForm({ ...app, call: victim.call }, '/oauth/token', form as never);
  const answer = await patiently(ask).catch(() => null);
  if (answer === null) await victim.ended;
  grant = null;
  statements = now.sent;
  return answer?.status ?? null;
}
let statements = 0;

/** Messages to kill at, the first and the last among them. */
const someOf = (all: number) => {
  const step = Math.max(1, (all - 1) / (KILLS - 1));
  return Array.from({ length: Math.min(all, KILLS) }, (_, at) => 1 + Math.round(at * step));
};

const sql = () => app.app.services.db.sql;
/** The connections of a client that go on, and the tokens by which they do. */
async function openOf({ id }: Client): Promise<{ connections: number; tokens: number; written: number }> {
  const [row] = await sql()<[{ connections: number; tokens: number; written: number }]>`
    select count(distinct s.id) filter (where s.ended_at is null) as connections,
      count(t.hash) filter (where s.ended_at is null and t.used_at is null) as tokens, count(distinct s.id) as written
    from oauth_connections c join sessions s on s.id = c.session_id
    left join oauth_refresh_tokens t on t.session_id = s.id where c.client_id = ${id}`;
  return row;
}
const works = async (accessToken: string) => (await listBrands(app, accessToken)).status === 200;

test('a code whose server is killed gives tokens once: to who tries again, or the connection ends', {
  timeout: 240_000,
}, async () => {
  const redeem = async (killAt: number, isReplyLost = false) => {
    const client = await register(app);
    const form = exchange(client, await codeFor(app, token, client, resource));
    const status = await killedAt(killAt, form, isReplyLost);
    if (status !== null) return status;
    const [code] = await sql()<{ isUsed: boolean }[]>`
      select used_at is not null as "isUsed" from oauth_codes where client_id = ${client.id}`;
    assert.deepEqual(
      await openOf(client),
      Object.fromEntries(['connections', 'tokens', 'written'].map((what) => [what, code!.isUsed ? 1 : 0])),
      `all or nothing is written: ${killAt}`,
    );
    const again = await sendForm(app, '/oauth/token', form);
    if (code!.isUsed) {
      assert.deepEqual([again.status, again.json.error], [400, 'invalid_grant']);
      assert.equal((await openOf(client)).connections, 0);
    } else {
      assert.equal(again.status, 200, `after ${killAt}: ${again.text}`);
      assert.ok(await works(again.json.access_token));
      assert.deepEqual(await openOf(client), { connections: 1, tokens: 1, written: 1 });
    }
    assert.equal((await sendForm(app, '/oauth/token', form)).json.error, 'invalid_grant');
    return code!.isUsed ? 'used' : 'unused';
  };
  const seen: unknown[] = [];
  assert.equal(await redeem(Number.POSITIVE_INFINITY), 200);
  const all = statements;
  assert.ok(all >= 4, `${all}`);
  for (const killAt of someOf(all)) seen.push(await redeem(killAt));
  seen.push(await redeem(Number.POSITIVE_INFINITY, true));
  console.log(`${all} messages, killed at some of them: ${seen.join(', ')}`);
  assert.ok(seen.filter((one) => one === 'unused').length > seen.length / 2);
  assert.equal(seen.at(-1), 'used');
});

test('a refresh whose server is killed loses nothing: the same token gives the same successor', {
  timeout: 240_000,
}, async () => {
  const { client, refreshToken: first } = await connected(app, token, resource);
  let refreshToken = first;
  const renew = async (killAt: number, isReplyLost = false) => {
    const form = refresh(client, refreshToken);
    const status = await killedAt(killAt, form, isReplyLost);
    if (status !== null) return status;
    const again = await sendForm(app, '/oauth/token', form);
    assert.equal(again.status, 200, `after ${killAt}: ${again.text}`);
    const third = await sendForm(app, '/oauth/token', form);
    assert.equal(third.json.refresh_token, again.json.refresh_token);
    assert.ok(await works(again.json.access_token));
    assert.deepEqual(await openOf(client), { connections: 1, tokens: 1, written: 1 });
    refreshToken = again.json.refresh_token;
    return null;
  };
  // One of a connection of its own, to count what is sent.
  const other = await connected(app, token, resource);
  assert.equal(await killedAt(Number.POSITIVE_INFINITY, refresh(other.client, other.refreshToken)), 200);
  const all = statements;
  const seen = [];
  for (const killAt of someOf(all)) seen.push(await renew(killAt));
  seen.push(await renew(Number.POSITIVE_INFINITY, true));
  console.log(`${all} messages, killed at ${seen.filter((one) => one === null).length} of them`);
  assert.ok(seen.filter((one) => one === null).length > seen.length / 2);

  // At both servers at once, and later than its grace: the one that comes too late ends the connection.
  await startVictim();
  const form = refresh(client, refreshToken);
  const both = await Promise.all(
    [app, { ...app, call: victim.call }, app, { ...app, call: victim.call }].map((at) =>
      patiently(() => sendForm(at, '/oauth/token', form)),
    ),
  );
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.equal(new Set(both.map(({ json }) => json.refresh_token)).size, 1);
  await sql()`update oauth_refresh_tokens set used_at = used_at - interval '16 seconds' where used_at is not null`;
  for (const late of [form, refresh(client, both[0]!.json.refresh_token)])
    assert.equal((await sendForm(app, '/oauth/token', late)).json.error, 'invalid_grant');
  assert.equal((await openOf(client)).connections, 0);
});
