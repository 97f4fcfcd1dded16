import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { ConcurrencyLimiter } from '../../base/concurrency-limiter.ts';
import { AppError } from '../../base/errors.ts';

const argon2Hash = promisify(argon2) as (
  algorithm: 'argon2id',
  parameters: Argon2Parameters,
) => Promise<Buffer>;

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane (some 30 ms). */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const MIN_LENGTH = 10;

/** Half the processors: a crowd that logs in leaves the others to reports. */
const limiter = new ConcurrencyLimiter({
  size: Math.max(1, Math.floor(availableParallelism() / 2)),
  maxWaitMs: 2_000,
  firstGuessMs: 30,
  message: 'Too many people are logging in. Try again shortly.',
});

function hash(algorithm: 'argon2id', parameters: Argon2Parameters): Promise<Buffer> {
  return limiter.run(() => argon2Hash(algorithm, parameters));
}

/** An argon2id hash in PHC format. @throws AppError validation_error for a password that is too short */
export async function hashNewPassword(password: string): Promise<string> {
  if (password.length < MIN_LENGTH) {
    throw new AppError('validation_error', `password must be at least ${MIN_LENGTH} characters long.`);
  }
  const nonce = randomBytes(16);
  const tag = await hash('argon2id', { message: Buffer.from(password), nonce, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Whether the password is the one behind the hash; no hash (unknown account) takes as long and says no. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(stored ?? '') ?? [];
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await hash('argon2id', {
    message: Buffer.from(password),
    nonce: nonce === undefined ? randomBytes(16) : Buffer.from(nonce, 'base64'),
    memory: memory === undefined ? COST.memory : Number(memory),
    passes: passes === undefined ? COST.passes : Number(passes),
    parallelism: parallelism === undefined ? COST.parallelism : Number(parallelism),
    tagLength: expected.length || COST.tagLength,
  });
  return expected.length > 0 && timingSafeEqual(actual, expected);
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
