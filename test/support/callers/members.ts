import assert from 'node:assert/strict';
import type { TestApp } from '../server/app.ts';
import { type Caller, callerWith } from './caller.ts';

export interface TestMember {
  id: string;
  email: string;
  password: string;
  token: string;
  refreshToken: string;
  call: Caller;
}

let made = 0;

/** Invites somebody new into the organisation of `owner`, and accepts. */
export async function joined(app: TestApp, owner: Caller, role: string): Promise<TestMember> {
  made += 1;
  const email = `member${made}@customer.example`;
  const invitation = await owner('createInvitation', { body: { email, role } });
  assert.equal(invitation.status, 201, invitation.text);
  return accepted(app, invitation.json.token, email);
}

/** Accepts an invitation. */
export async function accepted(
  app: TestApp,
  invitation: string,
  email: string,
  password = 'a password of a member',
): Promise<TestMember> {
  const body = { token: invitation, password };
  const { status, json, text } = await app.call('POST', '/api/auth/invitations/accept', { body });
  assert.equal(status, 201, text);
  const { accessToken: token, refreshToken } = json;
  const call = callerWith(app, token);
  const { id } = (await call('getMe')).json.user;
  return { id, email, password, token, refreshToken, call };
}
