// long: 26 s
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { createApp } from '../../src/app/app.ts';
import { createLog } from '../../src/base/log.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { proveDomain } from '../../src/features/single-sign-on/domains.ts';
import { callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { adminKey } from '../support/callers/server-admin.ts';
import { forFile } from '../support/for-file.ts';
import { type Connected, connected, listBrands, refresh, sendForm } from '../support/logins/oauth.ts';
import {
  type PromptOrganisation,
  promptOrganisation,
  startPromptWorld,
} from '../support/providers/prompt-runs.ts';
import { callerAt, completeRun, type TestApp, type TestOrganisation, until } from '../support/server/app.ts';

/** Within this time every server refuses. */
const WITHIN_MS = 5_000;

const world = await forFile(startPromptWorld({ JOBS: 'inside', PUBLIC_URL: 'https://reports.example' }));
const { app } = world;
/** Another server on the same database. */
const second = await forFile(createApp({ ...app.app.services.config, port: 0 }, createLog('silent')));
const { port } = await second.listen();
const there = callerAt(() => `http://127.0.0.1:${port}`);
const admin = callerWith(app, await adminKey(app));

const suspension = (org: TestOrganisation, reason: string | null) =>
  admin('updateServerOrganisation', {
    ids: [org.id],
    body: { suspension: reason === null ? null : { reason } },
  });

/** Every way into an organisation. */
interface Ways {
  prompts: PromptOrganisation;
  org: TestOrganisation;
  token: string;
  refreshToken: string;
  agent: Connected;
  scim: string;
  invitation: string;
}

async function everyWay(): Promise<Ways> {
  const prompts = await promptOrganisation(world);
  const { org } = prompts;
  const { json: login } = await app.call('POST', '/api/auth/login', {
    body: { email: org.email, password: org.password },
  });
  const owner = callerWith(app, login.accessToken);
  const { db } = app.app.services;
  const domain = `${org.id}.example`;
  await db.sql`insert into single_sign_on_domains (organisation_id, domain, proof) values (${org.id}, ${domain}, 'x')`;
  await proveDomain(db, operator(org.id), domain);
  const scim = (await owner('replaceScimToken')).json.token;
  const invited = await owner('createInvitation', { body: { email: `invited@${domain}`, role: 'MEMBER' } });
  const agent = await connected(app, login.accessToken, { resource: 'https://reports.example/mcp' });
  await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold wins.' }]);
  await app.snapshot();
  return {
    prompts,
    org,
    token: login.accessToken,
    refreshToken: login.refreshToken,
    agent,
    scim,
    invitation: invited.json.token,
  };
}

/** Each use of what was handed out before, on a server; it answers 2xx while nothing is suspended. */
function usesOf({ org, token, agent, scim }: Ways, call: TestApp['call']) {
  return {
    'report by key': () => call('POST', '/api/customer/v1/reports/brands', { key: org.key, body: {} }),
    'key in the query': () => call('GET', `/api/customer/v1/brands?api_key=${org.key}`),
    'answers by key': () =>
      call('POST', '/api/runs', { key: org.key, body: [completeRun({ brand: 'Lumenfold' })] }),
    'key as a bearer': () => listBrands({ ...app, call }, org.key),
    agent: () => listBrands({ ...app, call }, agent.accessToken),
    'login reads': () => call('GET', '/api/brands', { token }),
    'login writes': () => call('PATCH', '/api/organisation', { token, body: { name: `Org ${org.id}` } }),
    'login asks who it is': () => call('GET', '/api/auth/me', { token }),
    'provider by SCIM': () => call('GET', '/scim/v2/Users', { token: scim }),
  };
}

const saysSo = ({ status, text }: { status: number; text: string }) =>
  status === 403 && /suspended by the administrator of the server/.test(text);

test('a suspended organisation is refused on every server within 5 s, and all of it works again when it is resumed', async () => {
  const ways = await everyWay();
  const other = await everyWay();
  const both = [app.call, there];
  const uses = both.flatMap((call) => Object.entries(usesOf(ways, call)));
  const others = both.flatMap((call) => Object.entries(usesOf(other, call)));
  for (const [name, use] of [...uses, ...others]) {
    const { status, text } = await use();
    assert.ok(status < 300, `${name}: ${status} ${text}`);
  }
  const rows = await rowsOf(ways.org);

  assert.equal((await suspension(ways.org, 'The invoice is overdue.')).json.state, 'SUSPENDED');
  // A write is refused at once: its caller is read anew.
  for (const call of both) assert.ok(saysSo(await usesOf(ways, call)['login writes']()));
  const suspendedAt = performance.now();
  for (const [name, use] of uses) {
    let answer = await use();
    await until(async () => {
      answer = await use();
      return saysSo(answer);
    }, WITHIN_MS);
    assert.ok(performance.now() - suspendedAt < WITHIN_MS, `${name}: ${answer.status} ${answer.text}`);
    if (!name.includes('SCIM')) assert.equal(answer.json.error, 'organisation_suspended', name);
  }
  for (const [name, use] of others) {
    const { status, text } = await use();
    assert.ok(status < 300, `another organisation notices it, ${name}: ${text}`);
  }
  assert.ok(
    !(await usesOf(ways, app.call)['login reads']()).text.includes('overdue'),
    'a refusal has no reason',
  );

  // What begins a login or continues one is refused too, and not used up.
  const { email, password } = ways.org;
  const { refreshToken, invitation } = ways;
  const beginnings = {
    login: () => app.call('POST', '/api/auth/login', { body: { email, password } }),
    refresh: () => app.call('POST', '/api/auth/refresh', { body: { refreshToken } }),
    invitation: () =>
      app.call('POST', '/api/auth/invitations/accept', {
        body: { token: invitation, password: 'a password of theirs' },
      }),
  };
  for (const [name, begin] of Object.entries(beginnings)) assert.ok(saysSo(await begin()), name);
  const wrong = await app.call('POST', '/api/auth/login', { body: { email, password: 'another password' } });
  assert.equal(wrong.status, 401, 'who does not know the password learns nothing');
  const agent = await sendForm(app, '/oauth/token', refresh(ways.agent.client, ways.agent.refreshToken));
  assert.deepEqual([agent.status, agent.json.error], [403, 'access_denied'], agent.text);

  // Its part of the snapshots stays, and so do all rows but for what was noted of the suspension.
  await app.snapshot();
  assert.deepEqual(await rowsOf(ways.org), rows);

  // Whoever is in cannot end it.
  for (const token of [ways.token, ways.org.key]) {
    const body = { suspension: null };
    const answer = await app.call('PATCH', `/api/server/organisations/${ways.org.id}`, { token, body });
    assert.equal(answer.status, 401);
  }
  assert.equal((await app.call('POST', '/api/auth/logout', { token: (await everyWay()).token })).status, 204);

  assert.equal((await suspension(ways.org, null)).json.state, 'ACTIVE');
  for (const [name, use] of uses) {
    let answer = await use();
    await until(async () => {
      answer = await use();
      return answer.status < 300;
    }, WITHIN_MS);
    assert.ok(answer.status < 300, `${name}: ${answer.text}`);
  }
  for (const [name, begin] of Object.entries(beginnings)) {
    const { status, text } = await begin();
    assert.ok(status < 300, `${name} after it was resumed: ${status} ${text}`);
  }
  const again = await sendForm(app, '/oauth/token', refresh(ways.agent.client, ways.agent.refreshToken));
  assert.equal(again.status, 200, again.text);
  const report = await app.report(ways.org, 'brands', {});
  assert.equal(report.json.data[0].visibility_total > 0, true);
});

/** How many rows there are of an organisation, but for notes of requests and of changes. */
async function rowsOf({ id }: TestOrganisation): Promise<Record<string, number>> {
  return app.app.services.db.tenant(id as never, async (tx) => {
    const tables = await tx<{ name: string }[]>`
      select relname as name from pg_class where relrowsecurity and relkind = 'r'
        and relname not in ('changed_parts', 'audit_log', 'idempotency_keys', 'mail_messages')`;
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await tx<
        { count: number }[]
      >`select count(*) as count from ${tx(name)} where org_id = ${id}`;
      counts[name] = row?.count ?? 0;
    }
    // The uses above send answers.
    for (const name of ['runs', 'observations', 'extractions', 'queries']) delete counts[name];
    return counts;
  });
}

test('who is in another organisation too logs in there, switches away and leaves', async () => {
  const here = await app.organisation();
  const elsewhere = await app.organisation();
  const member = await joined(app, callerWith(app, await app.login(here)), 'ADMIN');
  const invited = await callerWith(app, await app.login(elsewhere))('createInvitation', {
    body: { email: member.email, role: 'VIEWER' },
  });
  const accepted = await app.call('POST', '/api/auth/invitations/accept', {
    body: { token: invited.json.token, password: member.password },
  });
  assert.equal(accepted.status, 201);
  await suspension(here, 'Overdue');
  await until(async () => saysSo(await app.call('GET', '/api/auth/me', { token: member.token })), WITHIN_MS);
  const switched = await app.call('POST', '/api/auth/organisation', {
    token: member.token,
    body: { organisationId: elsewhere.id },
  });
  assert.equal(switched.status, 200, switched.text);
  const back = await app.call('POST', '/api/auth/organisation', {
    token: switched.json.accessToken,
    body: { organisationId: here.id },
  });
  assert.ok(saysSo(back), back.text);
  const login = await app.call('POST', '/api/auth/login', {
    body: { email: member.email, password: member.password },
  });
  const me = await app.call('GET', '/api/auth/me', { token: login.json.accessToken });
  assert.equal(me.json.organisation.id, elsewhere.id);
  assert.equal((await app.call('POST', '/api/auth/logout', { token: member.token })).status, 204);
});

test('a login that waits for its second factor is refused as well, and its code is not used up', async () => {
  const org = await app.organisation();
  const owner = callerWith(app, await app.login(org));
  const { secret } = (await owner('enrolSecondFactor', { body: { password: org.password } })).json;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { recoveryCodes } = (await owner('confirmSecondFactor', { body: { code } })).json;
  const begin = () =>
    app.call('POST', '/api/auth/login', { body: { email: org.email, password: org.password } });
  const { challenge } = (await begin()).json.pendingLogin;
  await suspension(org, 'Overdue');
  const finish = () =>
    app.call('POST', '/api/auth/login/code', { body: { challenge, code: recoveryCodes[0] } });
  assert.ok(saysSo(await begin()));
  assert.ok(saysSo(await finish()));
  await suspension(org, null);
  assert.equal((await finish()).status, 200);
});
