import { ACCESS_TOKEN_SECONDS } from '../auth.ts';
import type { Handlers } from '../contract/handler.ts';
import { promptly } from '../db.ts';
import { continueSession, type LoginState, openSession } from '../domain/sessions.ts';
import type { Services } from '../services.ts';

/** Tries at an account's password, whoever tries; and tries from one address, at whatever account. */
const PER_ACCOUNT = { perMinute: 2, burst: 10 };
const PER_ADDRESS = { perMinute: 20, burst: 50 };
/** Hashing a password takes longer than a look-up. */
const LOGIN_DEADLINE_MS = 5_000;

export const auth = {
  login: async ({ body, request, services }) => {
    services.limits.attempt(`login address ${request.clientAddress}`, PER_ADDRESS);
    services.limits.attempt(`login account ${body.email.trim().toLowerCase()}`, PER_ACCOUNT);
    return tokens(
      services,
      await promptly(openSession(services.db, body.email, body.password), LOGIN_DEADLINE_MS),
    );
  },

  refreshToken: async ({ body, request, services }) => {
    services.limits.attempt(`refresh address ${request.clientAddress}`, PER_ADDRESS);
    return tokens(services, await promptly(continueSession(services.db, body.refreshToken)));
  },
} satisfies Pick<Handlers, 'login' | 'refreshToken'>;

async function tokens({ auth }: Services, { sessionId, userId, refreshToken }: LoginState) {
  const accessToken = await auth.issue(sessionId, userId);
  return {
    status: 200 as const,
    headers: { 'Cache-Control': 'no-store' },
    body: { accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS, tokenType: 'Bearer' as const },
  };
}
