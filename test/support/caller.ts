import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestAnswer, TestApp, TestOrganisation } from './app.ts';
import { check, operations } from './contract.ts';

/** Calls an operation, whose `{…}` are filled in order, and checks the answer against the contract. */
export type Caller = (
  operationId: string,
  options?: { ids?: string[]; query?: Record<string, string | number | boolean>; body?: unknown },
) => Promise<TestAnswer>;

export function callerWith(app: TestApp, token: string): Caller {
  return async (operationId, { ids = [], query = {}, body } = {}) => {
    const operation = operations.find(({ id }) => id === operationId);
    assert.ok(operation, `there is no operation ${operationId}`);
    const rest = [...ids];
    const path = operation.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(rest.shift() ?? ''));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    const answer = await app.call(operation.method, `${path}?${search}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
    check(operation, answer);
    return answer;
  };
}

/** Asks again while the server refuses for being busy, as clients do: with another program beside, many calls at once are. */
export async function patiently(ask: () => Promise<TestAnswer>): Promise<TestAnswer> {
  for (const deadline = Date.now() + 30_000; ; ) {
    const answer = await ask();
    if (answer.status !== 503 || Date.now() > deadline) return answer;
    await sleep(100);
  }
}

/** A token of the organisation's owner in another role. */
export async function tokenAs(app: TestApp, org: TestOrganisation, role: string): Promise<string> {
  const set = (to: string) =>
    app.app.services.db.tenant(
      org.id,
      (tx) => tx`update memberships set role = ${to} where org_id = ${org.id}`,
    );
  await set(role);
  const token = await app.login(org);
  await set('OWNER');
  return token;
}
