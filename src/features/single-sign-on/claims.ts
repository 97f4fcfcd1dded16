import { isStorable } from '../../base/texts.ts';
import { canonicalEmail } from '../accounts/users.ts';
import { refused } from './refusals.ts';

/** What a provider says of a person, checked: no schema has seen the tokens that it is read from. */
export interface Claims {
  sub: string;
  /** The provider's name of its session. */
  sid: string | null;
  /** The address that the provider vouches for; null: none. */
  email: string | null;
  /** What the claim that gives roles holds. */
  roleValues: unknown[];
}

type Given = Record<string, unknown>;

const MOST_SUBJECT = 255;
const MOST_SID = 500;
const MOST_EMAIL = 320;
const MOST_VALUES = 1_000;
const ADDRESS = /^[^\s@"<>(),;:\\]{1,64}@[^\s@]{3,253}$/;

/**
 * Reads the claims of an ID token and those of the userinfo, which count where the token says nothing.
 * @throws AppError unauthorized for a text that cannot be stored, or is too long
 */
export function readClaims(token: Given, userinfo: Given, roleClaim: string | null): Claims {
  const { sub, sid } = readSubject(token);
  if (!sub) throw refused('its claim sub is no text');
  const holderOf = (name: string) => (Object.hasOwn(token, name) ? token : userinfo);
  const values = roleClaim === null ? [] : [holderOf(roleClaim)[roleClaim]].flat();
  return { sub, sid, email: emailOf(holderOf('email')), roleValues: values.slice(0, MOST_VALUES) };
}

/** Who a token is about; null: it does not say. @throws AppError unauthorized as `readClaims` */
export function readSubject({ sub, sid }: Given): { sub: string | null; sid: string | null } {
  return { sub: textOf('sub', sub, MOST_SUBJECT), sid: textOf('sid', sid, MOST_SID) };
}

/**
 * The address, unless the provider says that it did not verify it. Entra sends no `email_verified`: the organisation
 * proved the domain and chose the provider, and that is enough.
 */
function emailOf({ email, email_verified: isVerified = true }: Given): string | null {
  const text = textOf('email', email, MOST_EMAIL);
  if (text === null || (isVerified !== true && isVerified !== 'true')) return null;
  return ADDRESS.test(text) ? canonicalEmail(text) : null;
}

function textOf(name: string, value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null;
  if (value.length > most) throw refused(`its claim ${name} has more than ${most} characters`);
  if (!isStorable(value)) throw refused(`its claim ${name} holds a NUL or half a surrogate pair`);
  return value;
}
