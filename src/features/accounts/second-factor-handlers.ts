import { promptly } from '../../db/client.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { reply } from '../../server/dispatch/resource.ts';
import { refuseForeignPage } from '../../server/dispatch/session-cookie.ts';
import { challengedAccount, confirmLogin, enrolAtLogin } from './challenges.ts';
import { NO_STORE, PER_ACCOUNT, PER_ADDRESS, tokens, unfinished } from './handlers.ts';
import {
  confirmSecondFactor,
  demandSecondFactor,
  demandsSecondFactor,
  disableSecondFactor,
  requirePassword,
} from './own/second-factor.ts';
import { beginEnrolment, getSecondFactor } from './second-factor.ts';

/** Limits codes of one account: of a million codes three work at a time, so a guess a minute hits in some 230 days. */
const CODES_PER_ACCOUNT = { perMinute: 1, burst: 10 };

export const secondFactor = {
  confirmLogin: async ({ body, request, services }) => {
    const { db, limits, secretBox } = services;
    if (body.session === 'cookie') refuseForeignPage(request);
    await limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    const userId = await promptly(challengedAccount(db, body.challenge));
    await limits.attemptByAccount(`code ${userId}`, CODES_PER_ACCOUNT);
    const { login, recoveryCodes } = await confirmLogin(db, secretBox, body, request.clientAddress);
    if (!('sessionId' in login)) throw unfinished(login);
    const reply = await tokens(services, request, login);
    return { status: 200, headers: reply.headers, body: { ...reply.body, recoveryCodes } };
  },

  enrolAtLogin: async ({ body, request, services }) => {
    const { db, limits, secretBox } = services;
    await limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    const enrolment = await promptly(enrolAtLogin(db, secretBox, body.challenge));
    return { status: 200, headers: NO_STORE, body: enrolment };
  },

  getSecondFactor: reply(200, ({ db, orgId, principal }) => getSecondFactor(db, principal.userId, orgId)),

  enrolSecondFactor: async ({ body, db, principal, services }) => {
    const { userId } = principal;
    await services.limits.attemptByAccount(`password ${userId}`, PER_ACCOUNT);
    await db.guard(() => requirePassword(db, userId, body.password));
    const enrolment = await promptly(beginEnrolment(db.sql, services.secretBox, userId));
    return { status: 200, headers: NO_STORE, body: enrolment };
  },

  confirmSecondFactor: async ({ actor, body, db, principal, services }) => {
    await services.limits.attemptByAccount(`code ${principal.userId}`, CODES_PER_ACCOUNT);
    const { secretBox } = services;
    const recoveryCodes = await confirmSecondFactor(db, secretBox, actor, principal.sessionId, body.code);
    return { status: 200, headers: NO_STORE, body: { recoveryCodes } };
  },

  disableSecondFactor: async ({ actor, body, db, principal, services }) => {
    await services.limits.attemptByAccount(`password ${principal.userId}`, PER_ACCOUNT);
    await db.guard(() => requirePassword(db, principal.userId, body.password));
    await db.guard(() => disableSecondFactor(db, actor));
    return { status: 204 };
  },

  getSecurity: async ({ db, orgId }) => ({
    status: 200,
    body: { demandsSecondFactor: await demandsSecondFactor(db, orgId) },
  }),
  putSecurity: async ({ actor, body, db }) => {
    await demandSecondFactor(db, actor, body.demandsSecondFactor);
    return { status: 200, body };
  },
} satisfies Partial<Handlers>;
