import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/base/config.ts';
import { callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { startTestApp } from '../support/server/app.ts';

const registration = {
  organisationName: 'Newcomers',
  email: 'new@customer.example',
  password: 'long enough',
};

test('register is refused by default, an invitation is not', async (context) => {
  const app = await startTestApp();
  context.after(() => app?.close());
  const refused = await callerWith(app, 'none')('register', { body: registration });
  assert.equal(refused.status, 403);
  assert.match(refused.json.message, /invitation/);
  const owner = callerWith(app, await app.login(await app.organisation()));
  assert.equal((await (await joined(app, owner, 'MEMBER')).call('getMe')).json.role, 'MEMBER');
});

test('REGISTRATION=off refuses both', async (context) => {
  const app = await startTestApp({ REGISTRATION: 'off' });
  context.after(() => app?.close());
  const call = callerWith(app, await app.login(await app.organisation()));
  const statuses = [
    await call('register', { body: registration }),
    await call('createInvitation', { body: { email: 'ada@customer.example', role: 'MEMBER' } }),
    await call('acceptInvitation', { body: { token: 'sli_any', password: 'long enough' } }),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [403, 403, 403]);
});

test('REGISTRATION must be one of the three', () => {
  assert.throws(() => readConfig({ REGISTRATION: 'maybe' }), /REGISTRATION must be one of invite, open, off/);
});
