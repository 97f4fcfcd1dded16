import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../../../src/base/errors.ts';
import type { operations } from '../../../src/contract/generated/types.ts';
import type { Plan } from '../../../src/features/quotas/quotas.ts';
import type { OperationId } from '../../../src/server/dispatch/handler.ts';
import type { TestAnswer, TestApp, TestOrganisation } from '../server/app.ts';
import { operations as all, check } from './contract.ts';

type JsonOf<R> = R extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<Id extends OperationId> = JsonOf<
  operations[Id]['responses'][keyof operations[Id]['responses'] & (200 | 201)]
>;
/** What the body of a refusal has, that for a quota included. */
interface Refusal {
  error: string;
  message: string;
  currentUsage: number;
  limit: number;
  plan: Plan;
  details?: Finding[];
  detailsOmitted?: number;
}
/** The answer of an operation: its body by the contract, with what a refusal has. */
export type AnswerOf<Id extends OperationId> = Omit<TestAnswer, 'json'> & {
  json: Success<Id> & Refusal;
};

/** Calls an operation, whose `{…}` are filled in order, and checks the answer against the contract. */
export type Caller = <Id extends OperationId>(
  operationId: Id,
  options?: { ids?: string[]; query?: Record<string, string | number | boolean>; body?: unknown },
) => Promise<AnswerOf<Id>>;

export function callerWith(app: TestApp, token: string): Caller {
  return async <Id extends OperationId>(
    operationId: Id,
    {
      ids = [],
      query = {},
      body,
    }: { ids?: string[]; query?: Record<string, string | number | boolean>; body?: unknown } = {},
  ) => {
    const operation = all.find(({ id }) => id === operationId);
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
    return answer as AnswerOf<Id>;
  };
}

/**
 * Asks again while the server refuses for being busy, as clients do: with another program beside, many calls at once
 * are.
 */
export async function patiently<Answer extends { status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (const deadline = Date.now() + 30_000; ; ) {
    const answer = await ask();
    if (answer.status !== 503 || Date.now() > deadline) return answer;
    await sleep(100);
  }
}

/** A token of the organisation's owner in another role. */
export async function tokenAs(app: TestApp, org: TestOrganisation, role: string): Promise<string> {
  const set = (to: string) => app.sql(org)`update memberships set role = ${to} where org_id = ${org.id}`;
  await set(role);
  const token = await app.login(org);
  await set('OWNER');
  return token;
}
