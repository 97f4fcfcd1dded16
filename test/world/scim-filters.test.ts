import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withApp } from '../support/callers/organisation.ts';
import { company, scim } from '../support/logins/scim.ts';

// Filters by RFC 7644, 3.4.2.2, and what reports of other servers say that is sent.

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const app = await withApp();
const [own, other] = [await company(app), await company(app)];
const { bearer, domain } = own;

const people = [
  { userName: `Ada@${domain}`, externalId: '00u1' },
  { userName: `bob@${domain}`, active: false },
  { userName: 'cy "the\\lamp" ö)', externalId: 'a(b', emails: [{ value: `cy@${domain}` }] },
];
const ids: string[] = [];
for (const one of people) ids.push((await scim(app, bearer, ['POST', '/Users', one])).json.id);
const foreign = await scim(app, other.bearer, ['POST', '/Users', { userName: `ada@${other.domain}` }]);

const find = (filter: string) => scim(app, bearer, ['GET', `/Users?filter=${encodeURIComponent(filter)}`]);

const ada = `userName eq "ada@${domain}"`;
/** Filters, each with the people it finds. */
const FOUND: [filter: string, found: number[]][] = [
  [ada, [0]],
  [`USERNAME EQ "ADA@${domain}"`, [0]],
  [`${USER}:userName eq "ada@${domain}"`, [0]],
  [`${USER.toUpperCase()}:USERNAME eq "ada@${domain}"`, [0]],
  [`userName ne "ada@${domain}"`, [1, 2]],
  ['userName sw "BO"', [1]],
  ['userName co "the\\\\lamp"', [2]],
  ['userName ew "\\u00f6)"', [2]],
  ['userName eq "cy \\"the\\\\lamp\\" \\u00F6)"', [2]],
  ['userName co "%"', []],
  ['userName co "_"', []],
  ['userName pr', [0, 1, 2]],
  ['externalId eq "00u1"', [0]],
  ['externalId eq "00U1"', []],
  ['externalId eq "a(b"', [2]],
  ['externalId pr', [0, 2]],
  ['externalId eq null', [1]],
  ['externalId ne null', [0, 2]],
  ['externalId ne "00u1"', [1, 2]],
  ['not (externalId eq "00u1")', [1, 2]],
  ['not (externalId co "u") and active eq true', [2]],
  ['active eq true', [0, 2]],
  ['active eq "False"', [1]],
  ['active ne true', [1]],
  ['active pr', [0, 1, 2]],
  [`emails eq "cy@${domain}"`, [2]],
  [`emails.value eq "CY@${domain}"`, [2]],
  [`emails[type eq "work"].value eq "cy@${domain}"`, [2]],
  [`emails[type eq "work" and value co "bob"]`, [1]],
  [`emails[type eq "home"].value eq "cy@${domain}"`, []],
  ['emails[primary eq true].value sw "cy"', [2]],
  [`${USER}:emails[type eq "work"].value sw "cy"`, [2]],
  ['emails.type eq "work" and emails.primary eq true', [0, 1, 2]],
  [`id eq "${'{0}'}" or id eq "${'{2}'}"`, [0, 2]],
  [`id eq "${foreign.json.id}"`, []],
  [`${ada} or active eq false and externalId pr`, [0]],
  [`(${ada} or active eq false) and externalId pr`, [0]],
  [`${ada} or (active eq false and not (externalId pr))`, [0, 1]],
  [`userName eq ada@${domain}`, [0]],
  [`${'('.repeat(10)}${ada}${')'.repeat(10)}`, [0]],
  ['  ', [0, 1, 2]],
];

for (const [filter, found] of FOUND)
  test(`finds by ${filter.replaceAll(domain, '…')}`, async () => {
    const { status, text, json } = await find(filter.replaceAll(/\{(\d)\}/g, (_, at) => ids[at] ?? ''));
    assert.equal(status, 200, text);
    assert.deepEqual(
      json.Resources.map(({ id }: { id: string }) => ids.indexOf(id)),
      found,
    );
    assert.equal(json.totalResults, found.length);
  });

const or = Array.from({ length: 110 }, () => 'id pr').join(' or ');
/** Refused filters, each with a part of the message. */
const REFUSED: [what: string, filter: string, message: RegExp][] = [
  ['an unknown attribute', 'displayName eq "Ada"', /users are not found by displayname\. It may have eq, ne/],
  ['a path of a prototype', '__proto__ eq "x"', /users are not found by __proto__/],
  ['a path below it', 'constructor.prototype eq "x"', /not found by constructor/],
  ['a name of every object as an operator', 'userName eq "a" constructor userName eq "b"', /filter/],
  ['another name as an operator', 'userName eq "a" __proto__ userName eq "b"', /filter/],
  ['a member of a prototype in brackets', '__proto__[type eq "work"]', /not found by __proto__/],
  ['an attribute of another in brackets', 'emails[userName eq "x"]', /not found by username/],
  ['brackets in brackets', 'emails[emails[type eq "work"]]', /not found by emails/],
  ['an unknown operator', 'userName xx "a"', /cannot be read/],
  ['an operator of order', 'userName gt "a"', /gt is not supported/],
  ['a number', 'userName eq 5', /text in quotes/],
  ['a state that is none', 'active eq "perhaps"', /true or false/],
  ['a part of a state', 'active co true', /eq or ne/],
  ['an open text', 'userName eq "a', /quotes/],
  ['an unknown escape', 'userName eq "a\\x"', /escapes/],
  ['a NUL', 'userName eq "a\\u0000"', /NUL/],
  ['half a pair', 'userName eq "a\\ud800"', /surrogate/],
  ['an unescaped control character', 'userName eq "a\u0001"', /escapes/],
  ['nothing behind and', 'userName eq "a" and', /cannot be read/],
  ['an open parenthesis', '(userName eq "a"', /cannot be read/],
  ['a closed one', 'userName eq "a")', /cannot be read/],
  ['not without parentheses', 'not userName eq "a"', /not is followed by parentheses/],
  ['eleven parentheses', `${'('.repeat(11)}${ada}${')'.repeat(11)}`, /deeper than 10/],
  ['hundreds of them', '('.repeat(900), /deeper than 10/],
  ['hundreds of brackets', 'emails['.repeat(140), /deeper than 10/],
  ['1,001 characters', `userName eq "${'x'.repeat(987)}"`, /1,?000 characters/],
];

for (const [what, filter, message] of REFUSED)
  test(`${what}: refused`, async () => {
    const { status, text, json } = await find(filter);
    assert.equal(status, 400, text);
    assert.equal(json.scimType, 'invalidFilter');
    assert.match(json.detail, message);
  });

test('a filter of the longest length, of as many comparisons as it holds', async () => {
  assert.ok(or.length <= 1_000);
  assert.equal((await find(or)).json.totalResults, people.length);
  assert.equal((await find(`userName eq "${'x'.repeat(986)}"`)).json.totalResults, 0);
});

test('raw half pairs and NULs are refused wherever they stand in a request', async () => {
  for (const path of ['/Users?filter=userName%20eq%20%22%00%22', '/Users/%00', '/Schemas/%00'])
    assert.equal((await scim(app, bearer, ['GET', path])).status, 400, path);
  assert.ok([400, 404].includes((await scim(app, bearer, ['GET', '/Users/%ED%A0%80'])).status));
});
