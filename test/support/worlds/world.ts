import assert from 'node:assert/strict';
import { openAlert } from '../../../src/features/alerts/alerts.ts';
import { operator } from '../../../src/features/audit/audit.ts';
import { noteRefusal } from '../../../src/features/mail/refusals.ts';
import { proveDomain } from '../../../src/features/single-sign-on/domains.ts';
import {
  check,
  collectionFor,
  collectionOf,
  exampleBody,
  examplePath,
  isOfServer,
  type Operation,
  operations,
  resolved,
  schemes,
} from '../callers/contract.ts';
import { connected, register, requestOf } from '../logins/oauth.ts';
import type { TestAnswer, TestApp, TestOrganisation } from '../server/app.ts';

// biome-ignore lint/suspicious/noExplicitAny: a schema, and a body of it
type Json = any;

/** An organisation with something in every collection of the contract. */
export interface World {
  org: TestOrganisation;
  token: string;
  /** The real id of each collection; empty when there is none. */
  ids: Map<string, string>;
  /** Calls an operation as the OWNER (or as who is given), at a path, and checks the answer. */
  call(operation: Operation, path: string, body?: unknown, as?: { token: string }): Promise<TestAnswer>;
}

/** What examples lack to name all that their operations can name. */
const CHANGES: Record<string, (ids: ReadonlyMap<string, string>) => object> = {
  createAlertRule: () => ({ type: 'COMPETITOR_CHANGE' }),
  createDraft: (ids) => ({ briefId: ids.get('briefs') }),
  // A number of months needs the name of the organisation.
  putAnswerRetention: () => ({ months: null }),
  decideConsent: (ids) => ({ request: ids.get('consent requests') }),
};

/** The example, about what there is in the world. */
export function bodyFor(operation: Operation, ids: ReadonlyMap<string, string>): unknown {
  if (operation.body === undefined) return undefined;
  const body = exampleBody(operation, ids);
  return Array.isArray(body) ? body : { ...(body as object), ...CHANGES[operation.id]?.(ids) };
}

/** The collection and name of each id in an operation's path, from left to right. */
export function idsOf({ path }: Operation): { collection: string; name: string }[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(({ 1: name = '', index }) => ({
    collection: collectionOf(path.slice(0, index - 1)),
    name,
  }));
}

/** Makes one of everything: by each POST and PUT, by ingestion and where no call makes it, below the API. */
export async function populate(app: TestApp): Promise<World> {
  const org = await app.organisation();
  const token = await app.login(org);
  const ids = new Map<string, string>([['organisations', org.id]]);
  let bearer = '';
  const call: World['call'] = async (operation, path, body, as) => {
    const isByKey = !schemes(operation).includes('bearerToken');
    const isOfScim = schemes(operation).includes('scimBearer');
    const sent = isOfScim ? { token: bearer } : isByKey ? { key: org.key } : (as ?? { token });
    const answer = await app.call(operation.method, path, { ...sent, body });
    check(operation, answer);
    return answer;
  };
  const post = async (isBelow: boolean) => {
    for (const operation of operations) {
      const { id, method, path } = operation;
      if (
        method !== 'POST' ||
        path.includes('{') !== isBelow ||
        /^\/(api\/(auth|customer|server)|oauth|scim)\//.test(path)
      )
        continue;
      const { status, json } = await call(operation, examplePath(operation, ids), bodyFor(operation, ids));
      if (status === 201 && typeof json.id === 'string') ids.set(collectionOf(path), json.id);
      assert.ok(status < 300 || isBelow, `${id} answered ${status}`);
    }
  };
  await post(false);
  const { db } = app.app.services;
  const domain = `${org.id}.example`;
  await db.sql`insert into single_sign_on_domains (organisation_id, domain, proof) values (${org.id}, ${domain}, 'x')`;
  await proveDomain(db, operator(org.id), domain);
  bearer = (await app.call('POST', '/api/organisation/scim/token', { token })).json.token;
  // These are the same for all.
  ids.set('ResourceTypes', 'User').set('Schemas', 'urn:ietf:params:scim:schemas:core:2.0:User');
  const person = { userName: `ada@${domain}` };
  ids.set(
    'Users',
    JSON.parse((await app.call('POST', '/scim/v2/Users', { token: bearer, body: person })).text).id,
  );
  await app.ingest(org, [
    {
      brand: 'Lumenfold',
      answer: 'Lumenfold wins.',
      citations: [{ url: 'https://reviews.example/lamps' }],
      searchQueries: ['best lamp'],
    },
  ]);
  // One that is queued meanwhile has no answer to correct.
  const { json: completed } = await app.call('GET', '/api/runs?state=COMPLETED', { token });
  ids.set('runs', completed.data[0].id);
  const day = { startDate: '2026-11-12', endDate: '2026-11-18', value: 40, count: 28, total: 70 };
  const evidence = { current: day, previous: day, threshold: 15, significance: null };
  await app.app.services.db.tenant(org.id, (tx) =>
    openAlert(tx, org.id, { ruleId: ids.get('rules') ?? '', message: 'It fell.', evidence }),
  );
  await app.app.services.db.tenant(org.id, (tx) =>
    noteRefusal(tx, org.id, { address: 'ada@example.com', status: 550, reason: 'No', isForGood: true }),
  );
  await app.sql(org)`
      insert into report_deliveries (org_id, schedule_id, period, recipient, id, outcome, planned_at)
      select org_id, id, '2026-11-23', 'ada@example.com', id, 'STOPPED', now() from report_schedules
      where org_id = ${org.id}`;
  const agent = await register(app);
  ids.set('consent requests', requestOf(app, agent));
  await connected(app, token);
  // What was not made by a POST is in a list: what is at the top first, as the rest is found by its id.
  const list = async () => {
    // Pages and their files are everybody's: they are in no list.
    for (const target of operations.filter((one) => one.raw.security.length > 0 && !isOfServer(one))) {
      for (const { collection, name } of idsOf(target)) {
        const path = target.path.slice(0, target.path.indexOf(`{${name}}`) - 1);
        const lister = operations.find((operation) => operation.method === 'GET' && operation.path === path);
        if (ids.has(collection) || lister === undefined) continue;
        const [first] = (await call(lister, examplePath(lister, ids))).json.data;
        if (first !== undefined) ids.set(collection, String(first[name] ?? first.id));
      }
    }
  };
  await list();
  await post(true);
  await list();
  // A provider of logins is asked first, and there is none; a user of SCIM keeps its name.
  for (const operation of operations.filter(
    ({ method, id }) => method === 'PUT' && !['putSingleSignOn', 'replaceScimUser'].includes(id),
  )) {
    const { status, text } = await call(operation, examplePath(operation, ids), bodyFor(operation, ids));
    assert.equal(status, 200, `${operation.id}: ${text}`);
  }
  return { org, token, ids, call };
}

/** A parameter of the query or a member of the body that holds ids. */
export interface IdPlace {
  name: string;
  collection: string;
  /** Path and body that name this id there, and our own everywhere else. */
  naming(id: string): { path: string; body?: unknown };
}

/** Names that do not say the collection whose ids they hold. */
const COLLECTIONS: Record<string, string> = {
  project_id: 'brands',
  actorId: 'members',
  targetId: 'brands',
  subjectId: 'competitors',
};
/** A snapshot is of all organisations, these are the sender's own or another provider's, a client of OAuth is nobody's. */
const NO_IDS = ['externalId', 'accessKeyId', 'snapshot_id', 'snapshotId', 'client_id', 'clientId'];
const isId = (name: string) => /(Ids?|_id)$/.test(name) && !NO_IDS.includes(name);

/** What a body needs beside an id for it to count. */
const GOES_WITH: Record<string, Record<string, object>> = {
  putDomainType: { brandId: { sourceType: 'BRAND_SITE' }, competitorId: { sourceType: 'COMPETITOR_SITE' } },
};

/** Where an operation takes ids besides its path. */
export function idPlaces(operation: Operation, ids: ReadonlyMap<string, string>): IdPlace[] {
  const { body, raw } = operation;
  const path = examplePath(operation, ids);
  const naming = (name: string, id: string) => {
    const url = new URL(path, 'http://sightline.invalid');
    url.searchParams.set(name, id);
    return `${url.pathname}${url.search}`;
  };
  const parameters: Json[] = (raw.parameters ?? []).map(resolved);
  return [
    ...(body === undefined ? [] : membersWithIds(body.schema, bodyFor(operation, ids))).map(
      ({ name, bodyWith }) => {
        const others = GOES_WITH[operation.id]?.[name];
        const naming = (id: string) => ({
          path,
          body: others ? { ...bodyWith(id), ...others } : bodyWith(id),
        });
        return { name, naming };
      },
    ),
    ...parameters
      .filter((parameter) => parameter.in === 'query' && isId(parameter.name))
      .map(({ name }) => ({ name, naming: (id: string) => ({ path: naming(name, id) }) })),
  ].map((place) => ({ ...place, collection: COLLECTIONS[place.name] ?? collectionFor(place.name) }));
}

/** The members of a body that hold ids, each with the least body that has it. */
function membersWithIds(node: Json, example: Json): { name: string; bodyWith: (id: string) => Json }[] {
  const schema = resolved(node);
  if (schema.type === 'array')
    return membersWithIds(schema.items, example?.[0]).map(({ name, bodyWith }) => ({
      name,
      bodyWith: (id) => [bodyWith(id)],
    }));
  const least = Object.fromEntries((schema.required ?? []).map((name: string) => [name, example?.[name]]));
  return Object.entries<Json>(schema.properties ?? {}).flatMap(([name, property]) => {
    const inner = isId(name)
      ? [{ name, bodyWith: (id: string) => (resolved(property).type === 'array' ? [id] : id) }]
      : membersWithIds(property, example?.[name]);
    return inner.map((found) => ({
      ...found,
      bodyWith: (id: string) => ({ ...least, [name]: found.bodyWith(id) }),
    }));
  });
}
