import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { invalidField } from '../../base/errors.ts';
import { FairLimiter } from '../../base/queues/fair-limiter.ts';

const argon2Hash = promisify(argon2) as (
  algorithm: 'argon2id',
  parameters: Argon2Parameters,
) => Promise<Buffer>;

/** OWASP's second choice for argon2id: 19 MiB, two passes, parallelism 1 (some 30 ms). */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const NONCE_BYTES = 16;
/** The PHC string format of a hash. */
const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<nonce>[A-Za-z0-9+/]+)\$(?<tag>[A-Za-z0-9+/]+)$/;

const MIN_LENGTH = 10;

/** Logins use at most half the processors, so that many at once do not stop reports. */
const limiter = new FairLimiter({
  size: Math.max(1, Math.floor(availableParallelism() / 2)),
  maxWaitMs: 2_000,
  firstGuessMs: 30,
  message: 'Too many people are logging in. Try again shortly.',
});

function hash(parameters: Argon2Parameters): Promise<Buffer> {
  return limiter.run(() => argon2Hash('argon2id', parameters));
}

/**
 * Hashes a new password with argon2id. @returns the hash in PHC format
 * @throws AppError validation_error for a password that is too short, unavailable when too many logins are waiting
 */
export async function hashNewPassword(password: string): Promise<string> {
  if (password.length < MIN_LENGTH) {
    throw invalidField('password', `password must be at least ${MIN_LENGTH} characters long.`);
  }
  const nonce = randomBytes(NONCE_BYTES);
  const tag = await hash({ message: Buffer.from(password), nonce, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/**
 * Whether this is the hashed password.
 * @param stored the hash in PHC format; null for an unknown account, whose refusal takes as long
 * @throws Error for a malformed hash; AppError unavailable when too many logins are waiting
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const expected = stored === null ? null : parseHash(stored);
  const { cost, nonce } = expected ?? { cost: COST, nonce: randomBytes(NONCE_BYTES) };
  const actual = await hash({ message: Buffer.from(password), nonce, ...cost });
  return expected !== null && timingSafeEqual(actual, expected.tag);
}

interface ParsedHash {
  cost: typeof COST;
  nonce: Buffer;
  tag: Buffer;
}

function parseHash(stored: string): ParsedHash {
  const { memory, passes, parallelism, nonce, tag } = PHC.exec(stored)?.groups ?? {};
  if (nonce === undefined || tag === undefined) throw new Error('A stored password hash is malformed.');
  const bytes = Buffer.from(tag, 'base64');
  return {
    cost: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: bytes.length,
    },
    nonce: Buffer.from(nonce, 'base64'),
    tag: bytes,
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
