import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { adminKey } from '../support/callers/server-admin.ts';
import { withMail } from '../support/providers/smtp.ts';
import { startTestApp, until } from '../support/server/app.ts';

const { server, app } = await withMail();

test('where the server sends mail, the owner gets the link by mail and the answer has none', async () => {
  const admin = callerWith(app, await adminKey(app));
  const body = { name: 'Mailed Ltd', plan: 'STARTER', ownerEmail: 'Owner@mailed.example' };
  const { status, json, text } = await admin('createServerOrganisation', { body });
  assert.equal(status, 201, text);
  const { email, isMailed, token, url } = json.invitation;
  assert.deepEqual([email, isMailed, token, url], ['owner@mailed.example', true, null, null]);
  assert.ok(!text.includes('sli_'));
  await until(() => server.to('owner@mailed.example').length > 0);
  const mail = server.to('owner@mailed.example')[0]!;
  assert.match(
    mail.text,
    /The administrator of this server invites you to Mailed Ltd on Sightline, as OWNER\./,
  );
  const sent = /https:\/\/reports\.example\/#\/join\?token=(sli_\w{32}_[\w-]{43})/.exec(mail.text)?.[1];
  const accepted = await callerWith(app, 'none')('acceptInvitation', {
    body: { token: sent, password: 'a password of the owner' },
  });
  assert.equal(accepted.status, 201, accepted.text);
  assert.deepEqual((await admin('getServerOrganisation', { ids: [json.id] })).json.owners, [email]);
});

test('with PUBLIC_URL and without mail, the answer has the address of the page', async () => {
  await using plain = await startTestApp({ PUBLIC_URL: 'https://reports.example/app' });
  const admin = callerWith(plain, await adminKey(plain));
  const body = { name: 'Linked Ltd', plan: 'FREE', ownerEmail: 'owner@linked.example' };
  const { invitation } = (await admin('createServerOrganisation', { body })).json;
  assert.equal(invitation.isMailed, false);
  assert.equal(invitation.url, `https://reports.example/app/#/join?token=${invitation.token}`);
});
