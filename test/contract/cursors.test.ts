// long: 28 s
import assert from 'node:assert/strict';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import type { Tx } from '../../src/db/client.ts';
import { callerWith, patiently } from '../support/callers/caller.ts';
import {
  check,
  examplePath,
  isList,
  isOfServer,
  type Operation,
  operations,
  resolved,
} from '../support/callers/contract.ts';
import { withApp } from '../support/callers/organisation.ts';
import { largeOrganisation } from '../support/worlds/large-organisation.ts';

const ROWS = 120;
const app = await withApp({ JOBS: 'apart' });
const large = await largeOrganisation(app, ROWS);
const { id: orgId } = large.org;
const token = await app.login(large.org);
const call = callerWith(app, token);
const { db } = app.app.services;

let copies = 0;
/** A list, and how a row of it comes to be: as a copy of another, with another id and what no two may share. */
interface Made {
  table: string;
  /** The column of its id where that is not id. */
  key?: string;
  unique?: () => object;
  /** A second row that goes with it: what differs. */
  beside?: object;
}
const RUNS: Made = { table: 'runs', unique: () => ({ external_id: randomUUID(), source: 'INGESTED' }) };
const QUERIES: Made = {
  table: 'queries',
  unique: () => ({
    query_text: `Which lamp is best for ${randomInt(100)}? ${'é'.repeat(600)} ${randomUUID()}`,
    identity: null,
    look_alike: 0,
  }),
};
const TYPES = ['PERPLEXITY', 'DEEPSEEK', 'LLAMA', 'GROK', 'CLAUDE', 'GEMINI', 'SLACK', 'CHATGPT'];
const MADE: Record<string, Made> = {
  listMembers: { table: 'memberships', key: 'user_id' },
  listInvitations: {
    table: 'invitations',
    unique: () => ({
      email: `${randomUUID()}@customer.example`,
      token_hash: `\\x${randomBytes(9).toString('hex')}`,
    }),
  },
  listAuditLog: { table: 'audit_log' },
  listApiKeys: { table: 'api_keys' },
  listBrands: { table: 'brands', unique: () => ({ name: `Brand ${randomInt(100)} ${randomUUID()}` }) },
  listCompetitors: {
    table: 'competitors',
    unique: () => ({ name: `Rival ${randomInt(100)} ${randomUUID()}` }),
  },
  listQueries: QUERIES,
  listLookAlikes: { ...QUERIES, beside: { look_alike: 1 } },
  listQueryRuns: RUNS,
  getCoverage: RUNS,
  listRuns: RUNS,
  listMentions: RUNS,
  listCitedDomains: RUNS,
  listCitedUrls: RUNS,
  listTrials: { table: 'trials' },
  listCampaigns: { table: 'campaigns' },
  listBriefs: { table: 'content_briefs' },
  listDrafts: { table: 'content_drafts' },
  listDraftVersions: { table: 'content_draft_versions', key: 'version' },
  listSchemas: { table: 'brand_schemas' },
  listAlertRules: { table: 'alert_rules' },
  listAlerts: { table: 'alerts' },
  listWebhooks: { table: 'webhooks' },
  listWebhookDeliveries: { table: 'webhook_deliveries' },
  listIntegrations: { table: 'integrations', unique: () => ({ type: TYPES.shift() }) },
  listExports: { table: 'exports' },
  listCorrectionBatches: { table: 'correction_batches' },
  listOpportunityMarks: { table: 'opportunity_marks' },
  listMailAddresses: {
    table: 'mail_addresses',
    unique: () => ({ address: `${randomUUID()}@customer.example` }),
  },
  listConnections: { table: 'sessions' },
  listViews: { table: 'views', unique: () => ({ name: `View ${randomInt(100)}` }) },
  listSharedLinks: {
    table: 'shared_links',
    unique: () => ({ token_hash: `\\x${randomBytes(9).toString('hex')}` }),
  },
  listAnnotations: { table: 'annotations' },
  listReportSchedules: { table: 'report_schedules' },
  listReportDeliveries: { table: 'report_deliveries', unique: () => ({ recipient: randomUUID() }) },
  listPins: { table: 'pins', unique: () => ({ name: randomUUID() }) },
};

await db.tenant(orgId, async (tx) => {
  await tx`insert into exports (org_id, id, kind, format, state)
    select o.id, '00000000-0012-7000-8000-00000000000' || at, 'ORGANISATION', 'NDJSON', 'FAILED'
    from organisations o, generate_series(1, 9) at where o.id = ${orgId}`;
  await tx`insert into pins (org_id, id, name, expires_at)
    select o.id, '00000000-0013-7000-8000-00000000000' || at, 'pin ' || at, now() + interval '1 day'
    from organisations o, generate_series(1, 9) at where o.id = ${orgId}`;
  for (const type of TYPES.splice(0, 4))
    await tx`insert into integrations (org_id, id, type, secret) values (${orgId}, ${randomUUID()}, ${type}, '\\x00')`;
});
for (let day = 1; day <= 12; day += 1) await add(RUNS, new Date(Date.now() - day * DAY_MS));

/** Reports show what there is now. */
const published = publish();
async function publish(): Promise<void> {
  await app.sql({ id: orgId })`insert into changed_parts (org_id, part, month)
      select ${orgId}, 'brands', null::date union all
      select distinct ${orgId}, 'runs', date_trunc('month', executed_at at time zone 'UTC')::date from runs`;
  await app.snapshot();
}

/**
 * Copies a row to a place close to it in the order of ids, and to any in that of times.
 * @returns a function that removes it
 */
async function add(
  { table, key = 'id', unique, beside }: Made,
  at = sometime(),
): Promise<() => Promise<void>> {
  copies += 1;
  const times = { at, created_at: at, set_at: at, triggered_at: at, executed_at: at };
  const id = await db.tenant(orgId, async (tx) => {
    const [known] = await tx<{ id: string; row: object }[]>`
      select ${tx(key)}::text as id, to_jsonb(t) as row from ${tx(table)} t where org_id = ${orgId} order by random() limit 1`;
    assert.ok(known, `${table} has no rows`);
    const id = key === 'version' ? `${1_000 + copies}` : `${known.id}.${copies}`;
    if (table === 'memberships')
      await tx`insert into users (id, email, password_hash) values (${id}, ${`${id}@x.example`}, 'none')`;
    const row = { ...known.row, ...ofTable(known.row, times), ...unique?.(), [key]: id };
    await write(tx, table, row);
    if (beside) await write(tx, table, { ...row, ...beside, [key]: `${id} beside` });
    if (table === 'api_keys')
      await tx`insert into api_key_index (hash, org_id, key_id, scopes) values (${randomBytes(32)}, ${orgId}, ${id}, array['reports:read'])`;
    if (table === 'sessions') await connect(tx, id);
    if (table === 'runs') {
      const domain = `${randomUUID()}.example`;
      const read = await tx<{ row: object }[]>`
        select to_jsonb(o) as row from observations o where org_id = ${orgId} and run_id = ${known.id}`;
      for (const { row } of read) await write(tx, 'observations', { ...row, run_id: id });
      await tx`insert into citations (org_id, run_id, ordinal, url, domain, source_type, source_name)
        values (${orgId}, ${id}, 0, ${`https://${domain}/${'x'.repeat(600)}`}, ${domain}, 'REVIEW', 'Reviews')`;
      await tx`insert into mentions (org_id, id, run_id, brand_id, ordinal)
        values (${orgId}, ${id}, ${id}, ${large.ids.get('brands') ?? ''}, 0)`;
    }
    return id;
  });
  return () =>
    db.tenant(orgId, async (tx) => {
      if (table === 'api_keys')
        await tx`delete from api_key_index where org_id = ${orgId} and key_id = ${id}`;
      await tx`delete from ${tx(table)} where org_id = ${orgId} and ${tx(key)}::text = ${id}`;
    });
}

/** Makes a session the connection of an agent. */
async function connect(tx: Tx, session: string): Promise<void> {
  await tx`insert into oauth_connections (session_id, client_id, client_name, resource, scopes)
    select ${session}, client_id, client_name, resource, scopes from oauth_connections c
    join sessions s on s.id = c.session_id where s.org_id = ${orgId} limit 1`;
  await tx`insert into oauth_refresh_tokens (hash, session_id, expires_at)
    values (${randomBytes(32)}, ${session}, now() + interval '1 day')`;
}

/**
 * Writes a row of any table. Joined with its organisation, a cluster makes it where it belongs; else it would copy it
 * there.
 */
async function write(tx: Tx, table: string, row: object): Promise<void> {
  const written = await tx<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and column_name <> 'org_id'`;
  const columns = written.map(({ name }) => `"${name}"`);
  await tx.unsafe(
    `insert into ${table} (org_id, ${columns.join(', ')}) overriding user value
     select o.id, ${columns.map((name) => `r.${name}`).join(', ')}
     from organisations o, jsonb_populate_record(null::${table}, $1::text::jsonb) r where o.id = $2 on conflict do nothing`,
    [JSON.stringify(row), orgId],
  );
}

/** The values whose columns a table has. */
function ofTable(row: object, values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in row));
}

/** A time among those of the rows that there are. */
function sometime(): Date {
  return new Date(Date.now() - randomInt(ROWS * 60_000));
}

// biome-ignore lint/suspicious/noExplicitAny: a row of any list
const keyOf = ({ version, id, domain, url, day, platform }: any): string =>
  id !== undefined || day === undefined ? String(id ?? version ?? url ?? domain) : `${day} ${platform}`;

async function page(operation: Operation, query: Record<string, string | number>) {
  const path = examplePath(operation, large.ids);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const url = `${path}${path.includes('?') ? '&' : '?'}${search}`;
  const answer = await patiently(() => app.call('GET', url, { token }));
  check(operation, answer);
  assert.equal(answer.status, 200, answer.text);
  return {
    ...answer,
    keys: answer.json.data.map(keyOf) as string[],
    next: answer.json.next as string | null,
  };
}

/** listBreaks is made of what other lists hold: test/reports/breaks.test.ts reads it by cursor. */
const lists = operations.filter((operation) => isList(operation) && operation.id !== 'listBreaks');

test('every list has its cursor tested', () => {
  assert.deepEqual(lists.map(({ id }) => id).toSorted(), Object.keys(MADE).toSorted());
});

for (const operation of lists)
  test(`${operation.id} by cursor shows all that is there all the time once, while rows come and go`, async () => {
    const made = MADE[operation.id] as Made;
    const stays = (await page(operation, { limit: 1000 })).keys;
    assert.ok(stays.length >= 4, `${stays.length} rows`);
    const going = [];
    for (let at = 0; at < (made.table === 'integrations' ? 1 : 4); at += 1) going.push(await add(made));
    const limit = Math.ceil(stays.length / 6);
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const asked: Record<string, string | number> = next === null ? { limit } : { limit, after: next };
      const { headers, keys, ...found } = await page(operation, asked);
      seen.push(...keys);
      next = found.next;
      const link = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      assert.equal(link === undefined, next === null);
      if (link !== undefined) assert.equal(new URL(link, app.url).searchParams.get('after'), next);
      await going.shift()?.();
      if (seen.length < 3 * stays.length && TYPES.length > 0) going.push(await add(made));
    } while (next !== null);
    assert.equal(new Set(seen).size, seen.length, 'no row twice');
    assert.deepEqual(
      seen.filter((key) => stays.includes(key)),
      stays,
    );
    for (const remove of going) await remove();
  });

const brands = lists.find(({ id }) => id === 'listBrands')!;

test('a page by offset has a cursor too, the limit may change, and the last page has none', async () => {
  const { keys } = await page(brands, { limit: 1000 });
  const first = await page(brands, { limit: 2, offset: 3 });
  const second = await page(brands, { limit: 4, after: first.next ?? '' });
  assert.deepEqual([...first.keys, ...second.keys], keys.slice(3, 9));
  assert.equal(second.json.total, keys.length);
  const last = await page(brands, { limit: keys.length });
  assert.deepEqual([last.keys.length, last.next, last.headers.get('link')], [keys.length, null, null]);
  assert.equal((await page(brands, { limit: 5, offset: 100_000 })).next, null);
});

test('Link leads through a list with its filters', async () => {
  let path: string | undefined = '/api/brands?search=brand&limit=3&archived=false';
  const names: string[] = [];
  while (path !== undefined) {
    const answer = await app.call('GET', path, { token });
    names.push(...answer.json.data.map(({ name }: { name: string }) => name));
    path = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  assert.equal(names.length, ROWS / 10);
  assert.deepEqual(names, names.toSorted());
});

test('a cursor that is not one of this list, its filters and its organisation is refused, and named', async () => {
  const { next } = await page(brands, { limit: 2 });
  assert.ok(next);
  const other = await app.organisation();
  const otherToken = await app.login(other);
  const flipped = `${next.slice(0, -2)}${next.at(-2) === 'A' ? 'B' : 'A'}${next.at(-1)}`;
  const refused: [string, string][] = [
    ['/api/brands?after=AAAA', token],
    ['/api/brands?after=%20', token],
    ['/api/brands?after=', token],
    [`/api/brands?after=${flipped}`, token],
    [`/api/brands?after=${next}x`, token],
    [`/api/brands?after=${next}&after=${next}`, token],
    [`/api/brands?after=${next}&search=brand`, token],
    [`/api/brands?after=${next}&archived=true`, token],
    [`/api/queries?after=${next}`, token],
    [`/api/brands?after=${next}`, otherToken],
    [`/api/brands?after=${next}&offset=0`, token],
  ];
  for (const [path, as] of refused) {
    const answer = await app.call('GET', path, { token: as });
    check(brands, answer);
    assert.equal(answer.status, 400, `${path}: ${answer.text}`);
    assert.equal(answer.json.details[0].field, 'after', answer.text);
  }
  assert.equal((await call('listBrands', { query: { after: next, limit: 50 } })).status, 200);
});

/** Operations that take a cursor, in the query or in the body. */
const takers = operations.filter(({ id, path, raw, body }) => {
  // Operations of other callers, and of several organisations: test/administration.
  if (isOfServer({ path }) || id === 'listOwnOrganisations') return false;
  const parameters = (raw.parameters ?? []).map(resolved);
  return (
    parameters.some(({ name }: { name: string }) => name === 'after') ||
    resolved(body?.schema)?.properties?.after !== undefined
  );
});

/** Asks an operation for the page behind a cursor, of one row; without one for the first page. */
async function pageAfter(operation: Operation, after: string | undefined) {
  const isReport = operation.method === 'POST';
  const asked = { limit: 1, after: after ?? (isReport ? 'start' : undefined) };
  const ids = new Map([...large.ids, ['breaks', large.ids.get('brands') ?? '']]);
  const url = new URL(examplePath(operation, ids), app.url);
  if (operation.id === 'listBreaks') url.searchParams.set('startDate', '2020-01-01');
  if (operation.method === 'GET')
    for (const [name, value] of Object.entries(asked))
      if (value !== undefined) url.searchParams.set(name, String(value));
  const isByKey = operation.path.startsWith('/api/customer/');
  const answer = await app.call(operation.method, `${url.pathname}${url.search}`, {
    ...(isByKey ? { key: large.org.key } : { token }),
    ...(operation.method === 'POST' && { body: asked }),
  });
  check(operation, answer);
  return answer;
}

test('the operations that take a cursor are known', () => {
  const reports = takers.filter(({ method }) => method === 'POST').map(({ id }) => id);
  assert.deepEqual(reports, ['reportQueries', 'reportMentions', 'getQueriesReport', 'getMentionsReport']);
  assert.ok(lists.every((list) => takers.includes(list)));
});

for (const operation of takers)
  test(`${operation.id} refuses a cursor that was changed anywhere`, async () => {
    if (operation.method === 'POST') await published;
    const first = await pageAfter(operation, undefined);
    assert.equal(first.status, 200, first.text);
    const next = first.json.next as string;
    assert.ok(next, `${operation.id} has no second page`);
    assert.equal((await pageAfter(operation, next)).status, 200);
    const changed = ['x', 'AAAA', `${next}A`, `${next}=`, `A${next}`, [...next].reverse().join('')];
    // Another part of it each time a test runs, and all of it among the operations.
    for (let at = randomInt(7); at < next.length; at += 7) {
      const other = String.fromCharCode(97 + randomInt(26));
      changed.push(`${next.slice(0, at)}${next[at] === other ? 'A' : other}${next.slice(at + 1)}`);
      if (at > 0) changed.push(next.slice(0, at));
      changed.push(`${next.slice(0, at)}${next.slice(at + 1)}`);
    }
    for (const after of changed) {
      const answer = await pageAfter(operation, after);
      assert.equal(answer.status, 400, `${after}: ${answer.text}`);
      assert.equal(answer.json.details[0].field, 'after', answer.text);
    }
  });
