import { createHash, createHmac, randomBytes } from 'node:crypto';

/** What is handed out begins with what it is: a code, a refresh token, or the secret of a client. */
type Kind = 'slq' | 'slf' | 'sls';

/** 256 random bits. */
export function newToken(kind: Kind): string {
  return `${kind}_${randomBytes(32).toString('base64url')}`;
}

/** The refresh token that follows another: the same one each time, and unpredictable without the secret. */
export function successorOf(refreshToken: string, secret: string): string {
  const bytes = createHmac('sha256', secret).update(`agent refresh ${refreshToken}`).digest();
  return `slf_${bytes.toString('base64url')}`;
}

/** All that is kept of one. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
