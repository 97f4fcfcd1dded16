import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseLines } from '../../bench/truth/tables.ts';
import { withApp } from '../support/callers/organisation.ts';
import { company, scim } from '../support/logins/scim.ts';

// Requests that identity providers document, and that people reported of them; names and values are invented.

interface Request {
  method: string;
  path: string;
  body?: unknown;
  status: number;
  /** Members of the answer; of `detail` a part. */
  answer?: Record<string, unknown>;
}

interface WorldCase {
  case: string;
  source: string;
  /** Further attributes of the user that there is before. */
  user?: object;
  requests: Request[];
  /** The user afterwards; null: it is gone. */
  right: Record<string, unknown> | null;
}

const cases = parseLines<WorldCase>(readFileSync(new URL('scim.jsonl', import.meta.url), 'utf8'));
const app = await withApp();
const { bearer, domain, owner } = await company(app);

for (const [n, { case: title, user, requests, right }] of cases.entries())
  test(title, async () => {
    const known: Record<string, string> = {
      n: String(n),
      domain,
      user: `ada${n}@${domain}`,
      hex: 'c0ffee00'.repeat(4),
    };
    const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (all, name: string) => known[name] ?? all);
    const send = async ({ method, path, body, status, answer = {} }: Request) => {
      const [bare = '', query] = filled(path).split('?');
      const search = query === undefined ? '' : `?${query.replaceAll(' ', '%20').replaceAll('"', '%22')}`;
      const sent = body === undefined ? undefined : filled(JSON.stringify(body));
      const { json, text, ...got } = await scim(app, bearer, [method, `${bare}${search}`, sent]);
      assert.equal(got.status, status, `${method} ${path}: ${text}`);
      const { detail, ...members } = JSON.parse(filled(JSON.stringify(answer)));
      for (const [name, value] of Object.entries(members)) assert.deepEqual(json[name], value, text);
      if (detail !== undefined) assert.ok(json.detail.includes(detail), json.detail);
      if (method === 'POST') known['id'] = json.id;
      known['first'] ??= json?.id;
    };
    const isOfNobody =
      requests.some(({ method }) => method === 'POST') &&
      !requests.some(({ path }) => path.includes('{first}'));
    const body = { userName: '{user}', ...user };
    if (!isOfNobody) await send({ method: 'POST', path: '/Users', body, status: 201 });
    for (const request of requests) await send(request);
    const { status, json, text } = await scim(app, bearer, ['GET', `/Users/${known['id']}`]);
    const email = filled('{user}');
    const members = (await owner('listMembers', { query: { limit: 200 } })).json.data;
    const member = members.find((one) => one.email === (json?.emails?.[0].value ?? email));
    if (right === null) {
      assert.deepEqual([status, member], [404, undefined]);
      return;
    }
    assert.equal(status, 200, text);
    const { email: address, role, ...attributes } = JSON.parse(filled(JSON.stringify(right)));
    for (const [name, value] of Object.entries(attributes)) assert.deepEqual(json[name] ?? null, value, text);
    if (address !== undefined) assert.equal(json.emails[0].value, address);
    if (role !== undefined) assert.equal(member?.role, role);
    assert.equal(member !== undefined, json.active, 'the membership is another than the state');
  });
