import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { AppError, invalidField } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Sql, Tx } from '../../db/client.ts';

// A second factor is a secret that an authenticator app shares (TOTP, RFC 6238): six digits of 30 s, as all apps make.

const ISSUER = 'Sightline';
const PERIOD_SECONDS = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Clocks may differ by one period. */
const WINDOW = 1;
const DIGITS = /^\d{6}$/;
const RECOVERY_CODES = 10;
/** 80 bits each: a stolen hash cannot be searched for. */
const RECOVERY_BYTES = 10;
const RECOVERY_CODE = /^[a-z2-7]{16}$/;
const ENROLMENT_MINUTES = 30;

const sealedFor = (userId: string) => `second factor ${userId}`;

/** Whether logins of an account need a code. */
export async function hasSecondFactor(sql: Sql | Tx, userId: string): Promise<boolean> {
  return (await sql`select from second_factors where user_id = ${userId}`).length > 0;
}

/** The state of an account's second factor. */
export async function getSecondFactor(
  db: Db,
  userId: string,
  orgId: OrgId,
): Promise<components['schemas']['SecondFactor']> {
  return db.tenant(orgId, async (tx) => {
    const [factor] = await tx<{ since: Date }[]>`
      select confirmed_at as since from second_factors where user_id = ${userId}`;
    const [{ left }] = await tx<[{ left: number }]>`
      select count(*) as left from recovery_codes where user_id = ${userId} and used_at is null`;
    return {
      isOn: factor !== undefined,
      since: factor?.since.toISOString() ?? null,
      recoveryCodesLeft: left,
      isDemanded: await isSecondFactorDemanded(tx, orgId),
    };
  });
}

/** Whether an organisation demands a second factor; locks that to the end of the transaction. */
export async function isSecondFactorDemanded(tx: Tx, orgId: OrgId): Promise<boolean> {
  const [organisation] = await tx<{ isDemanded: boolean }[]>`
    select demands_second_factor as "isDemanded" from organisations where id = ${orgId} for share`;
  return organisation?.isDemanded ?? false;
}

/** Makes a secret that counts once a code of it is confirmed; an earlier one that was not is forgotten. */
export async function beginEnrolment(
  sql: Sql | Tx,
  secretBox: SecretBox,
  userId: string,
): Promise<components['schemas']['SecondFactorSecret']> {
  const secret = new Secret({ size: SECRET_BYTES });
  const sealed = secretBox.seal(secret.base32, sealedFor(userId));
  const [user] = await sql<{ email: string }[]>`select email from users where id = ${userId}`;
  await sql`insert into second_factor_enrolments (user_id, secret, expires_at)
    values (${userId}, ${sealed}, now() + make_interval(mins => ${ENROLMENT_MINUTES}))
    on conflict (user_id) do update set secret = excluded.secret, expires_at = excluded.expires_at`;
  const totp = new TOTP({ issuer: ISSUER, label: user?.email ?? '', period: PERIOD_SECONDS, secret });
  return { secret: secret.base32, uri: totp.toString() };
}

/**
 * Makes the secret of an enrolment the account's second factor, replacing an earlier one.
 * @returns the recovery codes; null: the code is wrong
 * @throws AppError conflict: no enrolment was begun, or it was too long ago
 */
export async function confirmEnrolment(
  tx: Tx,
  secretBox: SecretBox,
  userId: string,
  code: string,
): Promise<string[] | null> {
  await tx`select from users where id = ${userId} for update`;
  const [enrolment] = await tx<{ secret: Buffer }[]>`
    select secret from second_factor_enrolments where user_id = ${userId} and expires_at > now()`;
  if (!enrolment)
    throw new AppError(
      'conflict',
      'No second factor is being set up, or it was begun too long ago. Begin again.',
    );
  const step = stepOf(open(secretBox, enrolment.secret, userId), code);
  if (step === null) return null;
  await tx`delete from second_factor_enrolments where user_id = ${userId}`;
  await tx`insert into second_factors (user_id, secret, last_step) values (${userId}, ${enrolment.secret}, ${step})
    on conflict (user_id) do update
    set secret = excluded.secret, last_step = excluded.last_step, confirmed_at = excluded.confirmed_at`;
  await tx`delete from recovery_codes where user_id = ${userId}`;
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx`insert into recovery_codes (user_id, hash)
    select ${userId}, decode(h, 'hex') from unnest(${codes.map((one) => hashOf(one).toString('hex'))}::text[]) as h`;
  return codes;
}

/**
 * Takes a code of the app or a recovery code, each of which counts once.
 * @returns which it was; null: it is wrong, or was used
 */
export async function takeCode(
  tx: Tx,
  secretBox: SecretBox,
  userId: string,
  code: string,
): Promise<'app' | 'recovery' | null> {
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase();
  if (RECOVERY_CODE.test(plain)) {
    const { count } = await tx`update recovery_codes set used_at = now()
      where user_id = ${userId} and hash = ${hashOf(plain)} and used_at is null`;
    return count === 1 ? 'recovery' : null;
  }
  const [factor] = await tx<
    { secret: Buffer }[]
  >`select secret from second_factors where user_id = ${userId}`;
  if (!factor) return null;
  const step = stepOf(open(secretBox, factor.secret, userId), plain);
  if (step === null) return null;
  // Whoever saw a code, over a shoulder or on the way, cannot use it again.
  const { count } = await tx`
    update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`;
  return count === 1 ? 'app' : null;
}

/** Ends an account's second factor with its recovery codes. @returns whether there was one */
export async function endSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx`delete from second_factor_enrolments where user_id = ${userId}`;
  await tx`delete from recovery_codes where user_id = ${userId}`;
  await tx`delete from login_challenges where user_id = ${userId}`;
  const { count } = await tx`delete from second_factors where user_id = ${userId}`;
  return count > 0;
}

export function wrongCode(): AppError {
  return invalidField(
    'code',
    'code is not the code that the app shows now, or was used. Wait for the next one.',
  );
}

/** The period of a code, counted from 1970; null: it is none of the present. */
function stepOf(secret: Secret, code: string): number | null {
  if (!DIGITS.test(code)) return null;
  const now = Date.now();
  const delta = TOTP.validate({
    token: code,
    secret,
    period: PERIOD_SECONDS,
    timestamp: now,
    window: WINDOW,
  });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + delta;
}

/** @throws AppError conflict when the secret was sealed under another key */
function open(secretBox: SecretBox, sealed: Buffer, userId: string): Secret {
  try {
    return Secret.fromBase32(secretBox.open(sealed, sealedFor(userId)));
  } catch {
    throw new AppError(
      'unauthorized',
      'The code cannot be checked: the server has another ENCRYPTION_KEY. Use a recovery code, or ask the operator: sightline user reset-second-factor.',
    );
  }
}

function newRecoveryCode(): string {
  const text = new Secret({
    buffer: Uint8Array.from(randomBytes(RECOVERY_BYTES)).buffer,
  }).base32.toLowerCase();
  return text.replaceAll(/(.{4})(?=.)/g, '$1-');
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll('-', '')).digest();
}
