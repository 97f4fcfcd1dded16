import assert from 'node:assert/strict';
import { operator } from '../../../src/features/audit/audit.ts';
import { proveDomain } from '../../../src/features/single-sign-on/domains.ts';
import { type Caller, callerWith } from '../callers/caller.ts';
import { check, operations } from '../callers/contract.ts';
import type { TestAnswer, TestApp, TestOrganisation } from '../server/app.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of SCIM, whose media type the client's types do not read
type Json = any;

/** An organisation whose provider has a bearer, with a proved domain. */
export interface Company {
  org: TestOrganisation;
  token: string;
  owner: Caller;
  bearer: string;
  domain: string;
}

export async function company(app: TestApp): Promise<Company> {
  const org = await app.organisation();
  const domain = `${org.id}.corp.example`;
  const token = await app.login(org);
  const owner = callerWith(app, token);
  const { db } = app.app.services;
  await db.sql`insert into single_sign_on_domains (organisation_id, domain, proof) values (${org.id}, ${domain}, 'x')`;
  await proveDomain(db, operator(org.id), domain);
  const { json } = await owner('replaceScimToken');
  return { org, token, owner, bearer: json.token, domain };
}

/** Calls SCIM as a provider does, and checks the answer against the contract and the form of SCIM. */
export async function scim(
  app: TestApp,
  bearer: string,
  [method, path, body]: [method: string, path: string, body?: unknown],
): Promise<Omit<TestAnswer, 'json'> & { json: Json }> {
  const answer = await app.call(method, `/scim/v2${path}`, {
    token: bearer,
    headers: { 'Content-Type': 'application/scim+json; charset=utf-8' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const [bare = ''] = path.split('?');
  const [, kind, id] = bare.split('/');
  const operation = operations.find(
    (one) =>
      one.method === method &&
      (id === undefined ? one.path === `/scim/v2/${kind}` : one.path.startsWith(`/scim/v2/${kind}/{`)),
  );
  if (operation) check(operation, answer);
  if (answer.status === 204) return { ...answer, json: undefined };
  assert.match(answer.headers.get('content-type') ?? '', /^application\/scim\+json/);
  const json: Json = JSON.parse(answer.text);
  if (answer.status >= 400) {
    assert.deepEqual(json.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
    assert.equal(json.status, String(answer.status));
    assert.equal(typeof json.detail, 'string');
  }
  return { ...answer, json };
}

/** A message that changes one attribute. */
export const patch = (value: unknown, path?: string, op = 'Replace') => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op, ...(path === undefined ? {} : { path }), value }],
});
