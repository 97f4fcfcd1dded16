import type { Config } from '../base/config.ts';
import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { SecretBox } from '../base/secret-box.ts';
import type { Db } from '../db/client.ts';

type SecretName = 'ENCRYPTION_KEY' | 'JWT_SECRET';

/** The known plain text; sealed under a secret, it shows later whether the secret is the same. */
const KNOWN = 'sightline';

/**
 * Checks that this process has the secrets that the database was used with before. If the database has no record of
 * them yet, this process records its own.
 * @throws OperatorError for another ENCRYPTION_KEY, which could not open the sealed secrets. Another JWT_SECRET is
 *   only logged: existing access tokens are refused, and sessions continue by their refresh tokens.
 */
export async function checkSecrets(
  db: Db,
  { encryptionKey, jwtSecret }: Pick<Config, 'encryptionKey' | 'jwtSecret'>,
  log: Log,
): Promise<void> {
  const box = new SecretBox(encryptionKey);
  // When several processes start at once, the first one's key is recorded and the others must have the same.
  await noteFirst(db, 'ENCRYPTION_KEY', box);
  if (!(await isProved(db, 'ENCRYPTION_KEY', box)))
    throw new OperatorError(
      'ENCRYPTION_KEY: it is not the key that this database was used with, so the keys of integrations and the secrets of webhooks could not be opened. Put the former one back (the variable, or DATA_DIR/encryption-key). If it is lost: sightline encryption-key replace --yes',
    );
  // Processes that log nobody in have no JWT_SECRET.
  if (jwtSecret === '') return;
  const sessions = new SecretBox(jwtSecret);
  const isSame = await isProved(db, 'JWT_SECRET', sessions);
  if (isSame === true) return;
  if (isSame === false)
    log.warn(
      'JWT_SECRET is another than at the last start: access tokens of before are refused, and clients refresh theirs. All servers on a database need the same one.',
    );
  await noteSecret(db, 'JWT_SECRET', sessions);
}

/** Makes this key the database's. Secrets sealed under another key can no longer be opened. */
export async function replaceEncryptionKey(db: Db, encryptionKey: string): Promise<void> {
  await noteSecret(db, 'ENCRYPTION_KEY', new SecretBox(encryptionKey));
}

/** Whether the recorded value opens with this secret; null: nothing is recorded yet. */
async function isProved({ sql }: Db, name: SecretName, box: SecretBox): Promise<boolean | null> {
  const [proof] = await sql<{ sealed: Buffer }[]>`select sealed from secret_proofs where name = ${name}`;
  if (!proof) return null;
  return box.opened(proof.sealed, name) === KNOWN;
}

async function noteFirst({ sql }: Db, name: SecretName, box: SecretBox): Promise<void> {
  await sql`insert into secret_proofs (name, sealed) values (${name}, ${box.seal(KNOWN, name)})
    on conflict (name) do nothing`;
}

async function noteSecret(db: Db, name: SecretName, box: SecretBox): Promise<void> {
  await noteFirst(db, name, box);
  await db.sql`update secret_proofs set sealed = ${box.seal(KNOWN, name)} where name = ${name}`;
}
