// long: walks all operations of a suspended organisation
// Every way out of an organisation, by the contract and by the list of jobs: of a suspended one all of them stand still.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobs } from '../../src/app/jobs.ts';
import type { OrgId } from '../../src/base/ids.ts';
import type { Sql } from '../../src/db/client.ts';
import { openAlert } from '../../src/features/alerts/alerts.ts';
import { noteMailSender } from '../../src/features/mail/queue.ts';
import type { Job } from '../../src/server/jobs/definition.ts';
import { claimLeases, isOfServer, jobStats, releaseAll } from '../../src/server/jobs/leases.ts';
import { startRunner } from '../../src/server/jobs/runner.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { examplePath, operations } from '../support/callers/contract.ts';
import { joined } from '../support/callers/members.ts';
import { adminKey } from '../support/callers/server-admin.ts';
import { forFile } from '../support/for-file.ts';
import { connected, refresh } from '../support/logins/oauth.ts';
import { startProvider } from '../support/logins/oidc.ts';
import { PUBLIC_URL, SIGN_ON_VARIABLES, signOn } from '../support/logins/sign-on.ts';
import { promptOrganisation, startPromptWorld } from '../support/providers/prompt-runs.ts';
import { startReceiver } from '../support/providers/receiver.ts';
import { startMailServer } from '../support/providers/smtp.ts';
import { type TestAnswer, type TestOrganisation, until } from '../support/server/app.ts';

/** Within this time every server refuses. */
const WITHIN_MS = 5_000;

const mails = await forFile(startMailServer());
const receiver = await forFile(startReceiver((_, response) => response.writeHead(200).end()));
const provider = await forFile(startProvider());
const world = await forFile(
  startPromptWorld({
    ...SIGN_ON_VARIABLES,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    SMTP_URL: mails.url,
    MAIL_FROM: 'reports@sightline.example',
  }),
);
const { app } = world;
const sign = signOn(app, provider);
await noteMailSender(app.app.services);
const admin = callerWith(app, await adminKey(app));
const worker = await forFile(app.app.services.db.connect({ role: 'worker', max: 1 }), (it) => it.end());

async function suspend(org: Pick<TestOrganisation, 'id'>, isSuspended = true): Promise<void> {
  const suspension = isSuspended ? { reason: 'Overdue' } : null;
  const { status, text } = await admin('updateServerOrganisation', { ids: [org.id], body: { suspension } });
  assert.equal(status, 200, text);
}

const saysSo = ({ status, text }: TestAnswer) =>
  status === 403 && /suspended by the administrator of the server/.test(text);
const answersNothing = ({ status, text }: TestAnswer) => status === 404 && /does not work/.test(text);

test('every operation that takes a credential refuses that of a suspended organisation, unless the contract says otherwise', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const [token, toLeave] = [await app.login(org), await app.login(org)];
  const scim = (await callerWith(app, token)('replaceScimToken')).json.token;
  const agent = await connected(app, token, { resource: `${PUBLIC_URL}/mcp` });
  const sent: Record<string, { key?: string; token?: string; query?: string }> = {
    bearerToken: { token },
    apiKeyHeader: { key: org.key },
    apiKeyQuery: { query: `api_key=${org.key}` },
    apiKeyBearer: { token: org.key },
    agentToken: { token: agent.accessToken },
    scimBearer: { token: scim },
  };
  await suspend(org);
  const isCached = async () => {
    const list = await app.call('GET', '/api/brands', { token });
    const report = await app.call('GET', '/api/customer/v1/brands', { key: org.key });
    const tools = await app.call('POST', '/mcp', { token: agent.accessToken, body: {} });
    return ![list, report, tools].every(saysSo);
  };
  await until(async () => !(await isCached()), WITHIN_MS);
  let tried = 0;
  for (const operation of operations)
    for (const scheme of (operation.raw.security ?? []).flatMap(Object.keys)) {
      if (scheme === 'adminKey') continue;
      const { query = '', ...credentials } =
        sent[scheme] ?? assert.fail(`a new kind of credential: ${scheme}`);
      const isOpen = operation.raw['x-when-suspended'] === true;
      const path = examplePath(operation);
      const answer = await app.call(operation.method, `${path}${path.includes('?') ? '&' : '?'}${query}`, {
        ...credentials,
        ...(isOpen && { token: toLeave }),
        ...(operation.body && !isOpen && { body: operation.body.example }),
      });
      assert.equal(saysSo(answer), !isOpen, `${operation.id} by ${scheme}: ${answer.status} ${answer.text}`);
      tried += 1;
    }
  console.log(`${tried} uses of credentials of a suspended organisation`);
});

/** A use of what an organisation handed out, which answers below 400 while nothing is suspended, once. */
interface Use {
  org: Pick<TestOrganisation, 'id'>;
  use: () => Promise<TestAnswer>;
}
const post = (path: string, body: object) => app.call('POST', path, { body });

/** A use for each operation that takes no credential in a header, and by the contract works no longer then. */
const USES: Record<string, () => Promise<Use>> = {
  login: async () => {
    const org = await app.organisation();
    return { org, use: () => post('/api/auth/login', { email: org.email, password: org.password }) };
  },
  refreshToken: async () => {
    const org = await app.organisation();
    const { json } = await post('/api/auth/login', { email: org.email, password: org.password });
    return { org, use: () => post('/api/auth/refresh', { refreshToken: json.refreshToken }) };
  },
  confirmLogin: async () => {
    const { org, owner } = await owned();
    const { recoveryCodes } = await secondFactorOf(owner, org.password);
    const login = await post('/api/auth/login', { email: org.email, password: org.password });
    const { challenge } = login.json.pendingLogin;
    return { org, use: () => post('/api/auth/login/code', { challenge, code: recoveryCodes[0] }) };
  },
  enrolAtLogin: async () => {
    const { org, owner } = await owned();
    const { email, password } = await joined(app, owner, 'MEMBER');
    await secondFactorOf(owner, org.password);
    assert.equal((await owner('putSecurity', { body: { demandsSecondFactor: true } })).status, 200);
    const { challenge } = (await post('/api/auth/login', { email, password })).json.pendingLogin;
    return { org, use: () => post('/api/auth/login/enrolment', { challenge }) };
  },
  startSingleSignOn: async () => {
    const { org } = await sign.company();
    return { org, use: () => post('/api/auth/single-sign-on/login', { organisationId: org.id }) };
  },
  finishSingleSignOn: async () => {
    const { company, begin, bring } = sign;
    const { org } = await company();
    const { url, cookie } = await begin({ organisationId: org.id });
    const back = await provider.browse(url);
    return { org, use: () => bring(back, cookie) };
  },
  acceptInvitation: async () => {
    const { org, owner } = await owned();
    const { json } = await owner('createInvitation', {
      body: { email: `invited@${org.id}.example`, role: 'VIEWER' },
    });
    const body = { token: json.token, password: 'a password of theirs' };
    return { org, use: () => post('/api/auth/invitations/accept', body) };
  },
  issueAgentTokens: async () => {
    const org = await app.organisation();
    const agent = await connected(app, await app.login(org), { resource: `${PUBLIC_URL}/mcp` });
    const body = new URLSearchParams(refresh(agent.client, agent.refreshToken) as never);
    body.delete('client_secret');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return { org, use: () => app.call('POST', '/oauth/token', { headers, body: String(body) }) };
  },
  openSharedLink: async () => {
    const { org, open } = await sharedLinks();
    return { org, use: () => app.call('GET', open) };
  },
  openSharedLinkByPassword: async () => {
    const { org, closed } = await sharedLinks();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = String(new URLSearchParams({ password: LINK_PASSWORD }));
    return { org, use: () => app.call('POST', closed, { headers, body }) };
  },
};

async function owned() {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  return { org, owner: callerWith(app, await app.login(org)) };
}

async function secondFactorOf(owner: Caller, password: string) {
  const { Secret, TOTP } = await import('otpauth');
  const { secret } = (await owner('enrolSecondFactor', { body: { password } })).json;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  return (await owner('confirmSecondFactor', { body: { code } })).json;
}

async function viewOf(owner: Caller): Promise<string> {
  const brandId = (await owner('listBrands')).json.data[0]!.id;
  const body = { name: 'Lamps', screen: 'overview', brandId, range: '30d', visibility: 'ORGANISATION' };
  const { status, json, text } = await owner('createView', { body });
  assert.equal(status, 201, text);
  return json.id;
}

let links: Promise<{ org: TestOrganisation; open: string; closed: string }> | undefined;
const LINK_PASSWORD = 'a password of a link';

/** Two shared links of one organisation, one with a password. */
function sharedLinks() {
  const made = async () => {
    const { org, owner } = await owned();
    const viewId = await viewOf(owner);
    const link = async (more: object) => {
      const { status, json, text } = await owner('createSharedLink', { body: { viewId, ...more } });
      assert.equal(status, 201, text);
      return json.path;
    };
    const paths = { open: await link({}), closed: await link({ password: LINK_PASSWORD }) };
    await app.snapshot();
    return { org, ...paths };
  };
  links ??= made();
  return links;
}

test('the contract says of every operation without a credential whether it works for a suspended organisation', () => {
  const open = operations.filter(({ raw }) => (raw.security ?? []).length === 0);
  const unsaid = open.filter(({ raw }) => typeof raw['x-when-suspended'] !== 'boolean');
  assert.deepEqual(
    unsaid.map(({ id }) => id),
    [],
    'x-when-suspended: true, where it is about no organisation or lets people out; else false',
  );
  const refused = open.filter(({ raw }) => raw['x-when-suspended'] === false).map(({ id }) => id);
  assert.deepEqual(refused.toSorted(), Object.keys(USES).toSorted(), 'USES has one of each');
});

for (const [id, made] of Object.entries(USES))
  test(`nothing comes of ${id} while the organisation is suspended, and it works when it is resumed`, async () => {
    const { org, use } = await made();
    await suspend(org);
    const requests = provider.requests.length;
    const refused = await use();
    const isRefused = id.startsWith('openSharedLink')
      ? answersNothing
      : id === 'issueAgentTokens'
        ? isDenied
        : saysSo;
    assert.ok(isRefused(refused), `${refused.status} ${refused.text}`);
    assert.equal(provider.requests.length, requests, 'its provider was asked');
    await suspend(org, false);
    const answer = await use();
    assert.ok(answer.status < 400, `${answer.status} ${answer.text}`);
  });

const isDenied = ({ status, json }: TestAnswer) => status === 403 && json.error === 'access_denied';

/** Work on the whole server, with what it does for a suspended organisation. */
const OF_SERVER: Record<string, string> = {
  'answer-forgotten-passwords': 'mails no link into it',
  housekeeping: 'deletes what has expired by itself',
  'purge-organisations': 'deletes what was deleted',
};

test('every job is of organisations, which rest, or is listed here with what it does for them', () => {
  const all = jobs(app.app.services);
  assert.ok(all.length >= 19);
  assert.deepEqual(
    all
      .filter(isOfServer)
      .map(({ kind }) => kind)
      .toSorted(),
    Object.keys(OF_SERVER).toSorted(),
  );
});

test('no partition of a suspended organisation is claimed for any job, nor one of no organisation', async () => {
  const [rests, goesOn] = [await app.organisation(), await app.organisation()];
  await suspend(rests);
  for (const job of jobs(app.app.services)) {
    if (isOfServer(job)) continue;
    const due = (sql: Sql) => sql`
      select id as org_id, 'x' as subject_id, now() as since, 1 as depth
      from unnest(${[rests.id, goesOn.id, '']}::text[]) as id`;
    const everything: Job = { ...job, due, concurrency: 10 };
    const claimed = await claimLeases(worker, everything, 'a test', { most: 10, leaseSeconds: 30 });
    assert.deepEqual(
      claimed.map(({ orgId }) => orgId),
      [goesOn.id],
      job.kind,
    );
    assert.ok((await jobStats(worker, everything)).depth <= 2);
  }
  await releaseAll(worker, 'a test');
});

/** An organisation for which everything is due that leaves it. */
async function everythingDue() {
  const { org, call: owner, brandId, query } = await promptOrganisation(world);
  const must = async (...args: Parameters<Caller>) => {
    const { status, json, text } = await owner(...args);
    assert.ok(status < 300, `${args[0]}: ${text}`);
    // biome-ignore lint/suspicious/noExplicitAny: looked into at will
    return json as any;
  };
  const { db, secretBox } = app.app.services;
  const sql = (statement: string) => db.tenant(org.id, (tx) => tx.unsafe(statement));
  await must('createWebhook', {
    body: { url: `${receiver.url}/webhook/${org.id}`, events: ['alert.triggered'] },
  });
  const slack = await must('createIntegration', {
    body: { type: 'SLACK', config: { webhookUrl: 'https://hooks.example.com/services/T0/B0/x' } },
  });
  const sealed = secretBox.seal(`${receiver.url}/slack/${org.id}`, `integration ${org.id} ${slack.id}`);
  await app.sql(
    org,
  )`update integrations set secret = ${sealed} where org_id = ${org.id} and id = ${slack.id}`;
  await must('createIntegration', {
    body: {
      type: 'BUCKET',
      config: {
        baseUrl: receiver.url,
        bucket: 'reports',
        prefix: org.id,
        accessKeyId: 'AKIAINVENTED',
        secretAccessKey: 'an-invented-secret',
      },
    },
  });
  const rule = await must('createAlertRule', { body: { brandId, type: 'NEW_MENTION', threshold: 1 } });
  const window = { startDate: '2026-11-12', endDate: '2026-11-18', value: 3, count: 3, total: 9 };
  const evidence = { current: window, previous: null, threshold: 1, significance: null };
  await db.tenant(org.id, (tx) =>
    openAlert(tx, org.id, { ruleId: rule.id, message: '3 new mentions.', evidence }),
  );
  const schedule = {
    name: 'Lamps',
    viewId: await viewOf(owner),
    rhythm: 'DAY',
    hour: 8,
    timeZone: 'UTC',
    addresses: [org.email],
  };
  await must('createReportSchedule', { body: schedule });
  await sql("update report_schedules set next_at = now() - interval '1 minute'");
  await must('createInvitation', { body: { email: `invited@${org.id}.example`, role: 'VIEWER' } });
  await query(`Which lamp of ${org.id}?`, { scheduledAt: new Date(Date.now() + 1_000).toISOString() });
  await must('createExport', { body: { report: 'BRANDS', format: 'CSV' } });
  await must('createPin', { body: { name: 'Lamps' } });
  await must('createCompetitor', { ids: [brandId], body: { name: 'Corrieloft' } });
  /** What came out of it. */
  const seen = async () => ({
    webhook: receiver.to(`/webhook/${org.id}`).length,
    slack: receiver.to(`/slack/${org.id}`).length,
    bucket: receiver.received.filter(({ path }) => path.includes(`/reports/${org.id}`)).length,
    report: mails.to(org.email).filter(({ raw }) => raw.includes('Lamps')).length,
    invitation: mails.to(`invited@${org.id}.example`).length,
    prompt: world.server.requests.filter((one) => JSON.stringify(one).includes(`lamp of ${org.id}`)).length,
    export: (await sql("select id from exports where state = 'COMPLETED'")).length,
    pin: (await sql("select id from pins where state = 'READY'")).length,
  });
  return { org, seen };
}

/** The jobs with work due for an organisation. */
async function dueFor(orgId: OrgId): Promise<string[]> {
  const found: string[] = [];
  for (const job of jobs(app.app.services)) {
    if (isOfServer(job) || !('due' in job)) continue;
    const rows = await worker<{ org_id: OrgId }[]>`${job.due(worker)}`;
    if (rows.some((row) => row.org_id === orgId)) found.push(job.kind);
  }
  return found.toSorted();
}

test('what is due for a suspended organisation stays due, is sent to nobody, and is sent when it is resumed', async () => {
  const [rests, goesOn] = [await everythingDue(), await everythingDue()];
  await app.snapshot();
  await until(async () => (await dueFor(goesOn.org.id)).includes('schedule-queries'));
  const due = await dueFor(rests.org.id);
  assert.deepEqual(due, await dueFor(goesOn.org.id), 'the same is due for both');
  for (const kind of [
    'deliver-webhooks',
    'evaluate-alerts',
    'make-exports',
    'make-pins',
    'reextract',
    'schedule-queries',
    'send-mail',
    'send-reports',
    'send-slack',
    'write-buckets',
  ])
    assert.ok(due.includes(kind), `${kind} is due: ${due}`);
  const nothing = Object.fromEntries(Object.keys(await rests.seen()).map((what) => [what, 0]));
  await suspend(rests.org);
  const { db, log } = app.app.services;
  await forFile(startRunner(db, jobs(app.app.services), log), (it) => it.stop());
  const isOut = async ({ seen }: typeof rests) => Object.values(await seen()).every((count) => count > 0);
  await until(() => isOut(goesOn), 30_000).catch(async () =>
    assert.fail(`not everything came out: ${JSON.stringify(await goesOn.seen())}`),
  );
  assert.deepEqual(await rests.seen(), nothing);
  assert.deepEqual(await dueFor(rests.org.id), due);
  await suspend(rests.org, false);
  await until(() => isOut(rests), 30_000).catch(async () =>
    assert.fail(`not everything came out: ${JSON.stringify(await rests.seen())}`),
  );
});
