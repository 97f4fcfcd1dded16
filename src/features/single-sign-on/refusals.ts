import { AppError, type ErrorCode } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';

/** Why a login by a provider was refused, for the page that says so: it shows no words of anybody else. */
type Why = components['schemas']['LoginRefusal'];

/** A refused login by a provider. */
export function loginRefusal(why: Why, code: ErrorCode, message: string): AppError {
  return new AppError(code, message, { body: { loginRefusal: why } });
}

const BY_CODE: Partial<Record<ErrorCode, Why>> = {
  conflict: 'settings',
  not_found: 'settings',
  rate_limited: 'busy',
  unavailable: 'unavailable',
};

/** The page for a browser whose provider's answer was refused; null for other requests. */
export function refusalPage(error: AppError, url: string): string | null {
  const [path = ''] = url.split('?');
  if (!path.startsWith(CALLBACK)) return null;
  const why = error.body.loginRefusal ?? BY_CODE[error.code] ?? 'other';
  // Relative: this server may be below another path.
  const up = '../'.repeat(path.split('/').length - 2);
  return `${up}#/refused?why=${why}`;
}

const CALLBACK = '/api/auth/single-sign-on/callback/';

/** One error for all answers that fit no login of this browser. */
export function over(): AppError {
  return loginRefusal(
    'over',
    'unauthorized',
    'This login is over, or was begun in another browser, or its answer was used before. Log in again.',
  );
}

/** An answer of a provider that is not to be trusted, or not to be understood. */
export function refused(reason: string, why: Why = 'answer'): AppError {
  return loginRefusal(why, 'unauthorized', `The provider's answer was refused: ${reason}.`);
}

/** The same words for every address, so that a provider cannot ask who has an account here. */
export function nobody(): AppError {
  return loginRefusal(
    'unknown',
    'forbidden',
    'Nobody here is linked with this login. If you have an account, log in with its password and link it in Settings; else ask an OWNER of the organisation.',
  );
}

export function noMember(): AppError {
  return loginRefusal(
    'removed',
    'forbidden',
    'You are no member of this organisation any more. Ask an OWNER or ADMIN for an invitation.',
  );
}
