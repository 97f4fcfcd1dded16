// long: a thousand requests, many answered with a whole page
import assert from 'node:assert/strict';
import { createHash, randomInt } from 'node:crypto';
import { type IncomingHttpHeaders, request as send } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { callerWith, patiently } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { madePin } from '../support/callers/pins.ts';
import { daysAgo } from '../support/days.ts';
import { ingestPlanted, LOST_FOR, PLANTED_BRAND } from '../support/worlds/opportunities.ts';

/** The links that requests with a right token need: each has a limit of its own. */
const LINKS = 24;
const PASSWORD = 'correct horse battery';
/** A proxy before the server names the addresses: each request comes from another one. */
const { app, org, token, call } = await withOrganisation(
  { brands: [PLANTED_BRAND, { name: 'Candela' }] },
  { TRUST_PROXY: '127.0.0.1' },
);
const other = await app.organisation({ brands: [{ name: 'Noctua' }] });
const stranger = { token: await app.login(other), key: other.key };
const strangerCall = callerWith(app, stranger.token);
await ingestPlanted(app, org);
const some = (brand: string) =>
  Array.from({ length: 60 }, (_, at) => ({
    ...{ externalId: `${brand} ${at}`, brand, platform: 'CLAUDE' as const, queryText: `Prompt of ${brand}` },
    ...{
      executedAt: `${daysAgo(1 + (at % 20))}T10:00:00Z`,
      answer: at % 3 === 0 ? `${brand} is best.` : 'None.',
    },
  }));
await app.ingest(org, some('Candela'));
await app.ingest(other, some('Noctua'));
await app.snapshot();

const brands = (await call('listBrands')).json.data;
const own = brands.find(({ name }) => name === 'Lumenfold')!.id;
const candela = brands.find(({ name }) => name === 'Candela')!.id;
const noctua = (await strangerCall('listBrands')).json.data[0]!.id;
const range = `${daysAgo(LOST_FOR)}..${daysAgo(1)}`;
const viewOf = async (brandId: string, more: object = {}, as = call) => {
  const body = { name: 'A view', screen: 'overview', brandId, range, visibility: 'ORGANISATION', ...more };
  return (await as('createView', { body })).json.id;
};
const views = {
  own: await viewOf(own),
  longer: await viewOf(own, { range: `${daysAgo(60)}..${daysAgo(1)}` }),
  narrowed: await viewOf(own, { filters: { platforms: ['CLAUDE'] } }),
  hidden: await viewOf(own, { visibility: 'PRIVATE', range: `${daysAgo(40)}..${daysAgo(1)}` }),
  candela: await viewOf(candela),
  noctua: await viewOf(noctua, {}, strangerCall),
};
const pin = await madePin(call, { name: 'ours' });
const linkTo = async (viewId: string, more: object = {}, as = call) => {
  const { status, json, text } = await as('createSharedLink', { body: { viewId, ...more } });
  assert.equal(status, 201, text);
  return { id: json.id, token: json.path.replace('/shared/', '') };
};
const links: { id: string; token: string }[] = [];
for (let at = 0; at < LINKS; at += 1) links.push(await linkTo(views.own));
const others = [
  await linkTo(views.candela),
  await linkTo(views.longer),
  await linkTo(views.noctua, {}, strangerCall),
];
const locked = [
  await linkTo(views.own, { password: PASSWORD }),
  await linkTo(views.candela, { password: PASSWORD }),
];

type Answer = { status: number; text: string; headers: IncomingHttpHeaders };

/** Sends a request as it is: nothing of its path is made plain. */
function ask(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> {
  return patiently(() => askOnce(method, path, headers, body));
}

function askOnce(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<Answer> {
  const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(app.url);
    const asked = send(
      { host, port, method, path, headers: { 'X-Forwarded-For': from, ...headers } },
      (answer) => {
        const { statusCode: status = 0 } = answer;
        textOf(answer).then((text) => resolve({ status, text, headers: answer.headers }), reject);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

const member = (path: string, more = {}) => patiently(() => app.call('GET', path, { token, ...more }));
const page = (await member(`/api/reports/document?view=${views.own}`)).text;
const narrowed = (await member(`/api/reports/document?view=${views.narrowed}`)).text;
const form = (await ask('GET', `/shared/${locked[0]!.token}`)).text;
const refused = form.replace('<form', '<p role="alert">The password is wrong. Try again.</p>\n<form');
assert.ok(page.includes('Lumenfold') && narrowed !== page && form.includes('type="password"'));

let requests = 0;
/** How many of them were answered with the page of the view. */
let pages = 0;
let turn = 0;
/** A right token of the one view. */
const right = () => links[turn++ % links.length]!.token;

/** What must not be in any answer: names beside those of the view, and whatever is a number of a report. */
function assertNothing(answer: Answer, what: string): void {
  assert.doesNotMatch(answer.text, /Lumenfold|Candela|Noctua|Gleamwell|\d\s?%|visibility/i, what);
}

/** One answer: the page of the view where that may be, the form, or an error that says nothing. */
function judge(answer: Answer, what: string, may: 'page' | 'form' | 'nothing'): void {
  requests += 1;
  const isPage = answer.status === 200 && may === 'page' && answer.text === page;
  if (isPage) pages += 1;
  if (isPage) return;
  if (answer.status === 200 && may !== 'nothing' && [form, refused].includes(answer.text)) return;
  assert.ok(
    answer.status !== 200 || answer.text === '',
    `${what} answered 200: ${answer.text.slice(0, 300)}`,
  );
  assertNothing(answer, what);
}

/** Runs a kind of requests, and says how many there were. */
function kind(name: string, run: (t: TestContext) => Promise<unknown>): void {
  test(name, async (t) => {
    const before = requests;
    await run(t);
    t.diagnostic(`${requests - before} requests: ${name}`);
  });
}

kind('tokens that were changed', async () => {
  const [token, ofCandela, , ofNoctua] = [links[0]!.token, ...others.map((one) => one.token)] as string[];
  const [prefix, organisation, secret] = token!.split('_') as [string, string, string];
  const changed = new Set<string>();
  for (let at = 0; at < token!.length; at += 1)
    for (const sign of ['0', 'f', 'A', 'z', '-', '_', '%41'])
      changed.add(token!.slice(0, at) + sign + token!.slice(at + 1));
  for (const parts of [
    ...[
      [prefix, organisation, ofCandela!.split('_')[2]],
      [prefix, ofNoctua!.split('_')[1], secret],
    ],
    ...[
      ['sli', organisation, secret],
      ['slp', secret],
      [prefix, secret],
      [secret],
      [prefix, organisation, ''],
    ],
    ...[
      [prefix, organisation.toUpperCase(), secret],
      [prefix, organisation, secret.toLowerCase()],
    ],
    ...[
      [prefix, organisation, `${secret}A`],
      [prefix, organisation, secret.slice(1)],
    ],
    ...[
      [prefix, other.id.replaceAll('-', ''), secret],
      [prefix, '0'.repeat(32), secret],
    ],
  ])
    changed.add(parts.join('_'));
  changed.delete(token!);
  // What opens the links of others is theirs.
  for (const one of [...others, ...locked]) changed.delete(one.token);
  for (const one of changed) judge(await ask('GET', `/shared/${one}`), one, 'nothing');
});

kind('parameters of other views, brands and organisations', async () => {
  const values = [
    candela,
    noctua,
    views.candela,
    views.longer,
    views.hidden,
    views.noctua,
    pin.id,
    org.id,
    other.id,
  ];
  const names = ['brandId', 'brand_id', 'project_id', 'view', 'viewId', 'id', 'orgId', 'token', 'snapshotId'];
  names.push('snapshot_id', 'pinId', 'startDate', 'filters', 'format', 'api_key', 'showsAnswers', 'password');
  for (const name of names)
    for (const value of values)
      judge(await ask('GET', `/shared/${right()}?${name}=${value}`), `${name}=${value}`, 'page');
  for (const query of [
    `startDate=2000-01-01&endDate=${daysAgo(0)}`,
    'start_date=2000-01-01',
    'filters=platform:in:CLAUDE',
    'filters[]=x&filters[0][field]=brand',
    '__proto__[brandId]=x',
    'dimensions=query,platform&include=evidence',
    `view=${views.candela}&view=${views.own}`,
    '%00',
    'a'.repeat(2_000),
  ])
    judge(await ask('GET', `/shared/${right()}?${query}`), query.slice(0, 60), 'page');
});

kind('headers that say who asks, or for what', async () => {
  const secrets = [token, stranger.token, org.key, stranger.key, links[0]!.token];
  for (const secret of secrets)
    for (const [name, value] of [
      ['Authorization', `Bearer ${secret}`],
      ['X-API-Key', secret],
      ['Cookie', `sightline=${secret}; view=${views.candela}`],
    ] as const)
      judge(await ask('GET', `/shared/${right()}`, { [name]: value }), name, 'page');
  for (const headers of [
    ...[pin.id, 'ours', '20200101T000000000Z-000000'].map((id) => ({ 'X-Snapshot-Id': id })),
    ...[pin.id, 'ours'].map((id) => ({ 'X-Snapshot-Shown': id })),
    ...['application/json', 'text/csv', 'text/plain', '*/*'].map((type) => ({ Accept: type })),
    ...['DELETE', 'POST', 'PUT'].map((method) => ({ 'X-HTTP-Method-Override': method })),
    ...['*', 'W/"x"'].map((etag) => ({ 'If-None-Match': etag })),
    ...['bytes=0-100', 'bytes=-1'].map((bytes) => ({ Range: bytes })),
    ...['evil.example', 'localhost'].map((host) => ({ 'X-Forwarded-Host': host, Origin: `https://${host}` })),
    { 'X-Original-URL': `/shared/${others[0]!.token}` },
    { 'X-Rewrite-URL': `/api/reports/document?view=${views.candela}` },
    { 'X-Organisation': other.id, 'X-Tenant': other.id },
  ] as Record<string, string>[])
    for (let times = 0; times < 3; times += 1)
      judge(await ask('GET', `/shared/${right()}`, headers), JSON.stringify(headers), 'page');
});

kind('methods and bodies', async () => {
  const types = [
    'application/x-www-form-urlencoded',
    'application/json',
    'text/plain',
    'multipart/form-data',
  ];
  const bodies = [
    '',
    '{}',
    `{"viewId":"${views.candela}"}`,
    `password=&viewId=${views.candela}`,
    'password=x&password=y',
  ];
  bodies.push(
    `password=${'x'.repeat(5_000)}`,
    '{"password":{"$ne":""}}',
    'password[$ne]=',
    '\u0000',
    '[1,2]',
  );
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'HEAD'])
    judge(await ask(method, `/shared/${right()}`), method, 'page');
  for (const type of types)
    for (const body of bodies) {
      const headers = { 'Content-Type': type };
      judge(await ask('POST', `/shared/${right()}`, headers, body), `${type} ${body}`.slice(0, 80), 'page');
      judge(
        await ask('POST', `/shared/${locked[0]!.token}`, headers, body),
        `locked ${body}`.slice(0, 80),
        'form',
      );
    }
});

kind('paths beside the right one', async () => {
  const [a, b] = [right(), others[0]!.token];
  const ids = [views.own, views.candela, own, candela, org.id, links[0]!.id, pin.id, locked[0]!.id];
  const hash = createHash('sha256').update(a);
  const digest = hash.digest();
  for (const path of [
    ...ids.map((id) => `/shared/${id}`),
    ...ids.map((id) => `/shared/${a}/${id}`),
    ...[
      `/shared/${digest.toString('hex')}`,
      `/shared/${digest.toString('base64url')}`,
      '/shared/',
      '/shared',
    ],
    ...[
      `/shared/${a}/`,
      `/shared//${a}`,
      `//shared/${a}`,
      `/shared/./${a}`,
      `/shared/x/../${a}`,
      `/SHARED/${a}`,
    ],
    ...[
      `/shared/${a}%00`,
      `/shared/${a}%20`,
      `/shared/%73${a.slice(1)}`,
      `/shared/${a}.json`,
      `/shared/${a}.html`,
    ],
    ...[`/shared/${a}/document`, `/shared/${a}/answers`, `/shared/${a}/runs`, `/shared/${a}/../${b}`],
    ...[
      `/shared/${a};view=${views.candela}`,
      `/shared/${a},${b}`,
      `/shared/${a}${b}`,
      `/shared/*`,
      '/shared/%25',
    ],
    ...[
      `/api/shared/${a}`,
      `/api/shared-links/${a}`,
      `/shared/${a}%2F..%2F${b}`,
      `/shared/${'a'.repeat(4_000)}`,
    ],
    ...["/shared/' or 1=1 --", '/shared/$TOKEN', '/shared/null', '/shared/undefined', '/shared/%F0%9F%98%80'],
  ])
    judge(await ask('GET', path.replaceAll(' ', '%20')), path.slice(0, 90), 'nothing');
});

kind('links that ended: over, revoked, without their view', async () => {
  const set = (id: string, change: string) =>
    app.app.services.db.tenant(org.id, (tx) =>
      tx.unsafe(`update shared_links set ${change} where id = '${id}'`),
    );
  for (const [name, end] of [
    ['over', (id: string) => set(id, `expires_at = now() - interval '1 second'`)],
    ['revoked', (id: string) => call('revokeSharedLink', { ids: [id] })],
    ['over and locked', (id: string) => set(id, 'expires_at = now()')],
  ] as const) {
    const link = await linkTo(views.own, name.includes('locked') ? { password: PASSWORD } : {});
    await end(link.id);
    for (let times = 0; times < 20; times += 1) {
      judge(await ask('GET', `/shared/${link.token}`), name, 'nothing');
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      judge(await ask('POST', `/shared/${link.token}`, headers, `password=${PASSWORD}`), name, 'nothing');
    }
  }
  const view = await viewOf(own);
  const link = await linkTo(view);
  await call('deleteView', { ids: [view] });
  for (let times = 0; times < 20; times += 1)
    judge(await ask('GET', `/shared/${link.token}`), 'its view is gone', 'nothing');
});

kind('passwords that are wrong, and guesses from everywhere', async () => {
  const { id, token: locked } = await linkTo(views.own, { password: PASSWORD });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const guesses = Array.from({ length: 60 }, (_, at) => `guess ${at}`);
  // Among them the right one, once the guesses of this link are used up.
  guesses.push(PASSWORD, PASSWORD.toUpperCase(), ` ${PASSWORD}`, '', '%00', PASSWORD);
  let looked = 0;
  for (const guess of guesses) {
    const body = `password=${encodeURIComponent(guess)}`;
    const answer = await ask('POST', `/shared/${locked}`, headers, body);
    if (answer.status === 200) looked += 1;
    judge(answer, `guess ${guess}`, 'form');
  }
  assert.ok(looked >= 10 && looked <= 12, `${looked} guesses were looked at`);
  const { opened } = (await call('getSharedLink', { ids: [id] })).json;
  assert.equal(opened, 0);
  for (const query of [`password=${PASSWORD}`, 'password=', 'opened=true'])
    judge(await ask('GET', `/shared/${locked}?${encodeURI(query)}`), query, 'form');
});

kind('tokens that are guessed from one address', async () => {
  const from = { 'X-Forwarded-For': '203.0.113.7' };
  const statuses = new Map<number, number>();
  for (let at = 0; at < 100; at += 1) {
    const guess = `sll_${org.id.replaceAll('-', '')}_${createHash('md5').update(`${at}`).digest('base64url')}`;
    const answer = await ask('GET', `/shared/${guess}`, from);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    judge(answer, guess, 'nothing');
  }
  assert.deepEqual([...statuses.keys()].sort(), [404, 429]);
  assert.ok((statuses.get(404) ?? 0) < 70, `${statuses.get(404)} were looked for`);
});

kind('documents that are asked for by others', async () => {
  const limited = (
    await call('createApiKey', {
      body: { name: 'Of one brand', scopes: ['reports:read'], brandIds: [candela] },
    })
  ).json.key;
  const viewer = await joined(app, call, 'VIEWER');
  const asked = [
    ...[`view=${views.own}`, `view=${views.longer}`, `view=${views.hidden}`, `brandId=${own}`, 'view='],
    ...[`brandId=${own}&snapshotId=${pin.id}`, `brandId=${own}&snapshotId=ours`, `view=${links[0]!.id}`],
    ...[
      `view=${views.own}&brandId=${noctua}`,
      `view=${views.own}&startDate=2020-01-01`,
      `view=${links[0]!.token}`,
    ],
    ...[
      `brandId=${own}&filters=brand:in:${own}`,
      `brandId=${own},${noctua}`,
      `brandId=${noctua}&brandId=${own}`,
    ],
  ];
  const callers: [string, string, Record<string, string>][] = [
    ['a stranger', '/api/reports/document', { Authorization: `Bearer ${stranger.token}` }],
    ["a stranger's key", '/api/customer/v1/reports/document', { 'X-API-Key': stranger.key }],
    ['a key of another brand', '/api/customer/v1/reports/document', { 'X-API-Key': limited }],
    ['nobody', '/api/reports/document', {}],
    ['a link as a bearer', '/api/reports/document', { Authorization: `Bearer ${links[0]!.token}` }],
    ['a link as a key', '/api/customer/v1/reports/document', { 'X-API-Key': links[0]!.token }],
  ];
  for (const [who, path, headers] of callers)
    for (const query of asked)
      for (const format of ['html', 'text'])
        judge(await ask('GET', `${path}?${query}&format=${format}`, headers), `${who}: ${query}`, 'nothing');
  // Another member's private view, and what a pin of ours is to others.
  for (const format of ['html', 'text'])
    for (const query of [`view=${views.hidden}`, `view=${views.noctua}`, `brandId=${noctua}`]) {
      const headers = { Authorization: `Bearer ${viewer.token}` };
      judge(await ask('GET', `/api/reports/document?${query}&format=${format}`, headers), query, 'nothing');
    }
  for (const snapshot of [pin.id, 'ours'])
    for (const query of [
      `brandId=${noctua}&snapshotId=${snapshot}`,
      `view=${views.noctua}&snapshotId=${snapshot}`,
    ]) {
      const headers = { Authorization: `Bearer ${stranger.token}` };
      judge(await ask('GET', `/api/reports/document?${query}`, headers), query, 'nothing');
    }
});

kind('links that others would make, read or end', async () => {
  const json = { 'Content-Type': 'application/json' };
  const as = (token: string) => ({ ...json, Authorization: `Bearer ${token}` });
  const member = await joined(app, call, 'MEMBER');
  for (const headers of [as(stranger.token), as(member.token), json, { ...json, 'X-API-Key': org.key }]) {
    for (const id of [links[0]!.id, locked[0]!.id])
      for (const method of ['GET', 'DELETE', 'PATCH', 'POST'])
        judge(
          await ask(method, `/api/shared-links/${id}`, headers, method === 'GET' ? '' : '{}'),
          method,
          'nothing',
        );
    for (const viewId of [views.own, views.hidden, views.candela])
      judge(await ask('POST', '/api/shared-links', headers, JSON.stringify({ viewId })), viewId, 'nothing');
  }
  for (const pinId of [pin.id, 'ours']) {
    const body = JSON.stringify({ viewId: views.noctua, pinId });
    judge(await ask('POST', '/api/shared-links', as(stranger.token), body), pinId, 'nothing');
  }
  assert.equal((await call('getSharedLink', { ids: [links[0]!.id] })).json.state, 'ACTIVE');
});

test('there were 1,000 requests, and the links still show their own views', async (t) => {
  t.diagnostic(`${requests} requests in all, ${pages} answered with the page of the view`);
  // Else limits would have kept all from being tried.
  assert.ok(pages >= 230, `${pages} pages`);
  assert.ok(requests >= 1_000, `${requests}`);
  const shown = await Promise.all(
    others.map(async ({ token }) => (await ask('GET', `/shared/${token}`)).text),
  );
  const expected = await Promise.all([
    member(`/api/reports/document?view=${views.candela}`),
    member(`/api/reports/document?view=${views.longer}`),
    member(`/api/reports/document?view=${views.noctua}`, { token: stranger.token }),
  ]);
  assert.deepEqual(
    shown,
    expected.map(({ text }) => text),
  );
});
