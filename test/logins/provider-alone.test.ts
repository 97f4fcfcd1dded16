// long: goes through many logins at a provider
// Organisations that let people in by their provider alone: whoever is not linked yet may link, and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { operator } from '../../src/features/audit/audit.ts';
import { endMembership } from '../../src/features/members/members.ts';
import { callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { startProvider } from '../support/logins/oidc.ts';
import { cookieOf, PUBLIC_URL, SIGN_ON_VARIABLES, signOn } from '../support/logins/sign-on.ts';

const provider = await forFile(startProvider());
const app = await withApp(SIGN_ON_VARIABLES);
const { company, begin, bring, logIn, link, tokenOf, unlimited, from } = signOn(app, provider);
const { db } = app.app.services;

/** An organisation that has just switched passwords off, with a member who is not linked. */
async function alone() {
  const made = await company();
  const { org, owner, settings } = made;
  const member = await joined(app, owner, 'MEMBER');
  provider.person = { sub: `owner of ${org.id}`, email: 'owner@elsewhere.example' };
  await link(owner);
  const by = callerWith(app, await tokenOf(await logIn({ organisationId: org.id })));
  assert.equal((await by('getSingleSignOn')).json.membersWithoutLink, 1);
  const { status, text } = await by('putSingleSignOn', { body: { ...settings, isOnly: true } });
  assert.equal(status, 200, text);
  provider.person = { sub: `member of ${org.id}`, email: 'member@elsewhere.example' };
  return { ...made, by, member };
}
type Alone = Awaited<ReturnType<typeof alone>>;

async function password({ member }: Pick<Alone, 'member'>, more: object = {}) {
  unlimited();
  const { email, password } = member;
  const answer = await app.call('POST', '/api/auth/login', {
    headers: from(),
    body: { email, password, ...more },
  });
  assert.equal(cookieOf(answer.headers, 'sightline_refresh'), '', 'a password began a session');
  assert.equal(answer.json.accessToken, undefined, 'a password began a session');
  return answer;
}

async function challengeOf(one: Pick<Alone, 'member'>): Promise<string> {
  const { status, json, text } = await password(one, { session: 'cookie' });
  assert.equal(status, 403, text);
  assert.equal(json.error, 'single_sign_on_required');
  assert.match(json.providerLogin.challenge, /^slc_[\w-]{43}$/);
  return json.providerLogin.challenge;
}

const start = (body: object) => app.call('POST', '/api/auth/single-sign-on/login', { headers: from(), body });

test('a right password links the account, and the provider lets it in from then on', async () => {
  const one = await alone();
  const challenge = await challengeOf(one);
  const answer = await logIn({ challenge });
  assert.equal(answer.headers.get('location'), `${PUBLIC_URL}/`);
  const me = await callerWith(app, await tokenOf(answer))('getMe');
  assert.deepEqual([me.json.user.id, me.json.role], [one.member.id, 'MEMBER']);
  assert.equal((await one.by('getSingleSignOn')).json.membersWithoutLink, 0);
  // Linked now: the password leads to the provider, and links nothing.
  const { status, json } = await password(one);
  assert.equal(status, 403);
  assert.deepEqual(json.providerLogin, { organisationId: one.org.id, challenge: null });
  assert.equal((await logIn({ organisationId: one.org.id })).status, 303);
  assert.equal((await start({ challenge })).status, 401, 'a challenge worked twice');
  const { json: log } = await one.by('listAuditLog', { query: { actorId: one.member.id } });
  assert.ok(log.data.some(({ action }) => action === 'linkSingleSignOn'));
});

test('a challenge is good for nothing but the link, once, for its organisation', async () => {
  const [one, other] = [await alone(), await alone()];
  const challenge = await challengeOf(one);
  const refused: Record<string, () => Promise<{ status: number }>> = {
    'as a code': () =>
      app.call('POST', '/api/auth/login/code', { headers: from(), body: { challenge, code: '000000' } }),
    'for an enrolment': () =>
      app.call('POST', '/api/auth/login/enrolment', { headers: from(), body: { challenge } }),
    'as a refresh token': () =>
      app.call('POST', '/api/auth/refresh', { headers: from(), body: { refreshToken: challenge } }),
    'as an access token': () => callerWith(app, challenge)('getMe'),
    'another one': () => start({ challenge: `slc_${'x'.repeat(43)}` }),
    'one of a code': () => start({ challenge: 'slc_' }),
  };
  for (const [how, send] of Object.entries(refused)) assert.equal((await send()).status, 401, how);
  assert.equal((await start({ challenge, organisationId: other.org.id })).status, 400, 'two targets');
  const [first, second] = [await begin({ challenge }), await begin({ challenge })];
  const elsewhere = await provider.browse(first.url);
  elsewhere.pathname = elsewhere.pathname.replace(one.org.id, other.org.id);
  assert.equal((await bring(elsewhere, first.cookie)).status, 401, 'at another organisation');
  assert.equal((await bring(await provider.browse(first.url), '')).status, 401, 'in another browser');
  assert.equal((await bring(await provider.browse(first.url), first.cookie)).status, 303);
  assert.equal((await bring(await provider.browse(second.url), second.cookie)).status, 401, 'twice');
});

test('a challenge ends with the password, the membership and the time', async () => {
  const ends: Record<string, (one: Alone) => Promise<unknown>> = {
    'a new password': async ({ member, org }) => {
      const { resetPassword } = await import('../../src/features/accounts/users.ts');
      assert.ok(await resetPassword(db, member.email, 'another password of tests'), org.id);
    },
    'the end of the membership': ({ member, org }) =>
      db.tenant(org.id, (tx) => endMembership(tx, operator(org.id), member.id)),
    'the removal of the member': ({ member, by }) => by('removeMember', { ids: [member.id] }),
    'ten minutes': ({ member }) =>
      db.sql`update login_challenges set expires_at = now() where user_id = ${member.id}`,
  };
  for (const [what, end] of Object.entries(ends)) {
    const one = await alone();
    const { url, cookie } = await begin({ challenge: await challengeOf(one) });
    await end(one);
    const answer = await bring(await provider.browse(url), cookie);
    assert.equal(answer.status, 401, what);
    assert.equal((await logIn({ organisationId: one.org.id })).status, 403, `${what}: it was linked`);
  }
});

test('a wrong password tells nothing, and a session elsewhere does not lead in', async () => {
  const one = await alone();
  const wrong = await app.call('POST', '/api/auth/login', {
    headers: from(),
    body: { email: one.member.email, password: 'wrong password' },
  });
  assert.deepEqual([wrong.status, wrong.json.error], [401, 'unauthorized']);
  const other = await company();
  await app.sql(
    other.org,
  )`insert into memberships (org_id, user_id, role) values (${other.org.id}, ${one.member.id}, 'VIEWER')`;
  // The organisation that takes passwords comes first.
  const { email, password: text } = one.member;
  const { status, json } = await app.call('POST', '/api/auth/login', {
    headers: from(),
    body: { email, password: text },
  });
  assert.equal(status, 200);
  const caller = callerWith(app, json.accessToken);
  assert.equal((await caller('getMe')).json.organisation.id, other.org.id);
  assert.equal((await caller('switchOrganisation', { body: { organisationId: one.org.id } })).status, 403);
});

test('the second factor is asked for before the link; one that is demanded is not set up for it', async () => {
  const one = await alone();
  const secret = new Secret({ size: 20 });
  const { secretBox } = app.app.services;
  await db.sql`insert into second_factors (user_id, secret, last_step)
    values (${one.member.id}, ${secretBox.seal(secret.base32, `second factor ${one.member.id}`)}, 0)`;
  const { status, json } = await password(one);
  assert.deepEqual([status, json.error, json.providerLogin], [403, 'second_factor_required', undefined]);
  const { challenge } = json.pendingLogin;
  assert.equal((await start({ challenge })).status, 401, 'the code was left out');
  const confirm = (code: string) =>
    app.call('POST', '/api/auth/login/code', { headers: from(), body: { challenge, code } });
  assert.equal((await confirm('000000')).status, 401);
  const confirmed = await confirm(new TOTP({ secret }).generate());
  assert.equal(confirmed.json.error, 'single_sign_on_required', confirmed.text);
  assert.equal((await logIn({ challenge: confirmed.json.providerLogin.challenge })).status, 303);

  const two = await alone();
  await app.sql(two.org)`update organisations set demands_second_factor = true where id = ${two.org.id}`;
  assert.equal((await password(two)).json.error, 'single_sign_on_required');
});

test('an invitation leads to the link too', async () => {
  const one = await alone();
  const { json } = await one.by('createInvitation', {
    body: { email: 'new@elsewhere.example', role: 'VIEWER' },
  });
  unlimited();
  const accepted = await app.call('POST', '/api/auth/invitations/accept', {
    headers: from(),
    body: { token: json.token, password: 'a password of tests' },
  });
  assert.equal(accepted.json.error, 'single_sign_on_required', accepted.text);
  provider.person = { sub: 'invited', email: 'invited@elsewhere.example' };
  const answer = await logIn({ challenge: accepted.json.providerLogin.challenge });
  assert.equal(
    (await callerWith(app, await tokenOf(answer))('getMe')).json.user.email,
    'new@elsewhere.example',
  );
});

test('links are forgotten by their owner, and by an OWNER for a member', async () => {
  const { org, owner, ownerToken } = await company();
  provider.person = { sub: `owner ${org.id}`, email: 'owner@elsewhere.example' };
  await link(owner);
  const state = async () => (await owner('getSingleSignOnLink')).json.providers;
  const linked = await state();
  assert.deepEqual(
    linked.map(({ provider: of, issuer, linkedAt }) => [of, issuer, linkedAt !== null]),
    [['ORGANISATION', provider.issuer, true]],
  );
  const by = callerWith(app, await tokenOf(await logIn({ organisationId: org.id })));
  assert.equal((await owner('forgetSingleSignOnLink')).status, 204);
  assert.equal((await state())[0]?.linkedAt, null);
  assert.equal((await by('updateMail', { body: { alerts: true } })).status, 401, 'its login went on');
  assert.equal((await owner('updateMail', { body: { alerts: true } })).status, 200, 'another login ended');
  assert.equal((await logIn({ organisationId: org.id })).status, 403);
  assert.equal((await owner('forgetSingleSignOnLink')).status, 204, 'again');

  // A person whom the provider made: nothing else would let it in.
  const { domain, ...rest } = await company();
  const made = await logIn({ organisationId: rest.org.id }, { sub: 'made', email: `made@${domain}` });
  const caller = callerWith(app, await tokenOf(made));
  const { json: me } = await caller('getMe');
  assert.equal((await caller('forgetSingleSignOnLink')).status, 409);
  // The provider knows the person by another subject now.
  const moved = { sub: 'moved', email: `made@${domain}` };
  assert.equal((await logIn({ organisationId: rest.org.id }, moved)).status, 403);
  const admin = await joined(app, rest.owner, 'ADMIN');
  assert.equal((await admin.call('forgetMemberLink', { ids: [me.user.id] })).status, 403);
  const stranger = callerWith(app, ownerToken);
  assert.equal((await stranger('forgetMemberLink', { ids: [me.user.id] })).status, 404);
  assert.equal((await rest.owner('forgetMemberLink', { ids: [me.user.id] })).status, 204);
  assert.equal((await caller('updateMail', { body: { alerts: true } })).status, 401);
  const again = callerWith(app, await tokenOf(await logIn({ organisationId: rest.org.id }, moved)));
  assert.equal((await again('getMe')).json.user.id, me.user.id);
});

test('a browser whose answer is refused is led to a page that says why, and nothing of anybody else', async () => {
  const { org } = await company();
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const at = `${PUBLIC_URL}/api/auth/single-sign-on/callback`;
  const page = async (url: URL | string, cookie = '') => {
    unlimited();
    const answer = await bring(url, cookie, html);
    assert.equal(answer.status, 303);
    assert.equal(answer.text, '');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const location = new URL(answer.headers.get('location') ?? '', url);
    assert.equal(location.origin, PUBLIC_URL);
    return `${location.pathname}${location.hash}`;
  };
  assert.equal(await page(`${at}/${org.id}?code=x&state=y`), '/#/refused?why=over');
  assert.equal(await page(`${at}/${org.id}?code=${'x'.repeat(5_000)}`), '/#/refused?why=other');
  assert.equal(await page(`${at}/nobody?code=x`), '/#/refused?why=settings');
  assert.equal(await page(`${at}/%3Cscript%3E?code=x`), '/#/refused?why=settings');
  const login = async (change: (back: URL) => void, person = provider.person) => {
    provider.person = person;
    unlimited();
    const { url, cookie } = await begin({ organisationId: org.id });
    const back = await provider.browse(url);
    change(back);
    return page(back, cookie);
  };
  const denied = (error: string) => (back: URL) => {
    back.searchParams.delete('code');
    back.searchParams.set('error', error);
    back.searchParams.set('error_description', 'Call 555 0100 and tell your password');
  };
  assert.equal(await login(denied('access_denied')), '/#/refused?why=denied');
  assert.equal(await login(denied('<b>evil</b>')), '/#/refused?why=answer');
  assert.equal(await login((back) => back.searchParams.set('code', 'x')), '/#/refused?why=answer');
  const stranger = { sub: 'stranger', email: 'x@elsewhere.example' };
  assert.equal(await login(() => {}, stranger), '/#/refused?why=unknown');
  // Programs get the error itself.
  const json = await bring(`${at}/${org.id}?code=x&state=y`, '', { accept: 'application/json' });
  assert.deepEqual([json.status, json.json.loginRefusal], [401, 'over']);
});
