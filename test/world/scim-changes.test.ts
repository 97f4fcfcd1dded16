import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withApp } from '../support/callers/organisation.ts';
import { company, patch, scim } from '../support/logins/scim.ts';

// Requests that no provider should send: nothing of them is stored, answered with 500, or passed over with 200.

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const app = await withApp();
const { bearer, domain, owner } = await company(app);

let made = 0;
async function person(more: object = {}): Promise<string> {
  made += 1;
  const { json } = await scim(app, bearer, ['POST', '/Users', { userName: `p${made}@${domain}`, ...more }]);
  return `/Users/${json.id}`;
}
const ask = (method: string, path: string, body?: unknown) => scim(app, bearer, [method, path, body]);

const ODD = [
  '__proto__',
  '__proto__.active',
  'constructor',
  'constructor.prototype.active',
  'prototype.active',
  `${USER}:__proto__.active`,
  `${USER}:constructor`,
  'name.__proto__',
  'name.constructor',
  'emails.__proto__',
  'emails[__proto__ eq "x"].value',
  'active.__proto__',
  'active[value eq "x"]',
  'userName[__proto__ eq "x"]',
  'toString',
  'hasOwnProperty',
];

for (const path of ODD)
  test(`${path} is refused as a path and as a member, and changes no object`, async () => {
    const at = await person();
    const member = `{"Operations":[{"op":"add","value":{${JSON.stringify(path)}:{"active":false,"polluted":true}}}]}`;
    for (const body of [patch('polluted', path), patch({ polluted: true }, path, 'add'), member]) {
      const { status, text, json } = await ask('PATCH', at, body);
      assert.equal(status, 400, text);
      assert.match(json.scimType, /invalidPath|noTarget/);
    }
    const whole = `{"userName":"p${made}@${domain}",${JSON.stringify(path)}:{"polluted":true,"active":false}}`;
    assert.equal((await ask('PUT', at, whole)).status, path.startsWith('emails[') ? 400 : 200);
    assert.equal((await ask('GET', at)).json.active, true);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    assert.equal(({} as Record<string, unknown>)['active'], undefined);
  });

test('somebody is deactivated whatever stands beside it, and what does is named', async () => {
  const beside: [operation: object, status: number, detail: RegExp][] = [
    [{ op: 'replace', path: '__proto__.x', value: 1 }, 400, /__proto__\.x is no attribute/],
    [{ op: 'add', path: 'roles', value: [{ value: 'ADMIN' }] }, 400, /\.roles is no attribute/],
    [{ op: 'add', path: 'groups', value: [] }, 400, /\.groups/],
    [{ op: 'move', path: 'title', value: 'x' }, 400, /op must be add, replace or remove/],
    [{ op: 'remove' }, 400, /path is required/],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 400, /active must be true or false/],
    [{ op: 'replace', path: 'userName', value: 5 }, 400, /userName must be a text/],
    [{ op: 'replace', path: 'externalId', value: 'x'.repeat(256) }, 400, /externalId must be a text of 255/],
    [{ op: 'replace', path: 'emails', value: [{ value: `x@${domain}` }] }, 400, /emails cannot be changed/],
    [{ op: 'replace', path: 'emails', value: [] }, 400, /emails must be an address/],
    [{ op: 'replace', value: 'x' }, 400, /value must be an object/],
    [{ op: 'replace', path: 'id', value: { toString: 1 } }, 400, /id cannot be changed/],
    [{ op: 'replace', path: 'emails.type', value: { toString: 1 } }, 400, /of the type work/],
    [
      { op: 'replace', path: 'emails', value: { primary: { toString: 1 }, value: {} } },
      400,
      /must be an address/,
    ],
    [
      { op: 'replace', path: 'active', value: { value: { toString: 1 } } },
      400,
      /active must be true or false/,
    ],
    [{ op: 'replace', path: 'userName', value: { toString: 1 } }, 400, /userName must be a text/],
    [{ op: 'replace', path: 'x'.repeat(900), value: 1 }, 400, /x{60}… is no attribute/],
    [{ op: 'replace', path: null, value: { title: 'x' } }, 200, /^$/],
    [{ op: 'replace', path: '', value: { Title: null } }, 200, /^$/],
  ];
  for (const [operation, status, detail] of beside)
    for (const isFirst of [true, false]) {
      const at = await person();
      const off = { op: 'Replace', path: 'active', value: 'False' };
      const operations = isFirst ? [off, operation] : [operation, off];
      const answer = await ask('PATCH', at, { Operations: operations });
      const what = `${JSON.stringify(operation)}: ${answer.text}`;
      assert.equal(answer.status, status, what);
      if (status === 400) {
        assert.match(answer.json.detail, /^The user is deactivated\. Nothing else was changed: /, what);
        assert.match(answer.json.detail, detail, what);
      }
      assert.equal((await ask('GET', at)).json.active, false, what);
    }
  const { json } = await owner('listMembers', { query: { limit: 200 } });
  assert.equal(json.data.filter(({ email }) => email === `p${made}@${domain}`).length, 0);
});

test('a message that is refused changes nothing else', async () => {
  const at = await person({ externalId: 'before' });
  const { status, json } = await ask('PATCH', at, {
    Operations: [
      { op: 'replace', path: 'externalId', value: 'after' },
      ...Array.from({ length: 40 }, (_, n) => ({ op: 'add', path: `lamp${n}`, value: 1 })),
    ],
  });
  assert.equal(status, 400);
  assert.match(json.detail, /Operations\[1\]\.lamp0 .* And 30 more\.$/);
  assert.ok(json.detail.length < 3_000);
  assert.equal((await ask('GET', at)).json.externalId, 'before');
});

test('texts that cannot be stored, or are too long, are refused with their field', async () => {
  const at = await person();
  const userName = `p${made}@${domain}`;
  const bodies: [method: string, path: string, body: string, detail: RegExp][] = [
    [
      'PATCH',
      at,
      '{"Operations":[{"op":"add","path":"externalId","value":"a\\u0000"}]}',
      /value holds a NUL/,
    ],
    ['PATCH', at, '{"Operations":[{"op":"add","value":{"externalId":"\\ud800"}}]}', /externalId holds a NUL/],
    ['PATCH', at, '{"Operations":[{"op":"add","path":"title","value":"\\udc00"}]}', /surrogate/],
    ['PATCH', at, '{"Operations":[{"op":"add","path":"active\\u0000","value":false}]}', /path holds a NUL/],
    ['PUT', at, `{"userName":"${userName}","externalId":"\\u0000"}`, /externalId holds a NUL/],
    [
      'PUT',
      at,
      `{"userName":"${userName}","ExternalId":"${'x'.repeat(256)}"}`,
      /ExternalId must be a text of 255/,
    ],
    ['POST', '/Users', `{"USERNAME":"${'x'.repeat(250)}@${domain}"}`, /USERNAME must be a text of 1 to 254/],
    ['POST', '/Users', '{"userName":"\\ud800@x.example"}', /userName holds a NUL or half/],
    ['POST', '/Users', `{"userName":["p@${domain}"]}`, /userName must be a string/],
    ['POST', '/Users', `{"username":{"value":"p@${domain}"}}`, /username must be a text/],
    ['POST', '/Users', `{"active":true}`, /userName is required/],
    ['POST', '/Users', `{"userName":"new@${domain}","active":"yes"}`, /active must be true or false/],
    ['POST', '/Users', `{"userName":"new@${domain}","active":[]}`, /active must be true or false/],
  ];
  for (const [method, path, body, detail] of bodies) {
    const { status, text, json } = await ask(method, path, body);
    assert.equal(status, 400, `${body}: ${text}`);
    assert.match(json.detail, detail, body);
  }
  assert.equal((await ask('GET', at)).json.active, true);
});

test('/Schemas says what is stored: nothing else comes back, and each of them can be named', async () => {
  const { json: schemas } = await ask('GET', '/Schemas');
  const at = await person({ externalId: 'e1' });
  const before = (await ask('GET', at)).json;
  const returned: string[] = [];
  for (const { id, attributes } of schemas.Resources)
    for (const { name, returned: when, subAttributes = [] } of attributes) {
      if (when !== 'never') {
        returned.push(name);
        continue;
      }
      for (const path of [name, ...subAttributes.map((one: { name: string }) => `${name}.${one.name}`)]) {
        const { status, text, json } = await ask('PATCH', at, patch('Lamp', `${id}:${path}`, 'add'));
        assert.equal(status, 200, `${path}: ${text}`);
        assert.deepEqual(json, before, `${path} came back`);
      }
    }
  const { schemas: _, meta, ...described } = before;
  assert.ok(meta);
  assert.deepEqual(returned.sort(), Object.keys(described).sort());
});
