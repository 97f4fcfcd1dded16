import { AppError, invalidField, notFound, OutcomeUnknown } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { CAPTURES } from '../../platforms/providers.ts';
import type { Actor } from '../audit/audit.ts';
import { lockOrganisation } from '../quotas/lock.ts';
import { resource } from '../resources/resource.ts';
import { noteCheck, openSecret, sealedFor, servesPlatform } from './access.ts';
import { scheduleBucket } from './bucket/state.ts';
import { checkBucket } from './bucket/store.ts';
import { checked, checkPlatform, checkSlack, type IntegrationCheck, testSlack } from './checks.ts';
import { resetCircuit } from './circuit.ts';
import {
  type GivenSettings,
  type IntegrationSettings,
  type IntegrationType,
  newSettings,
  readConfig,
  secretField,
  servedBy,
  urlOf,
} from './config.ts';

type Integration = components['schemas']['Integration'];
type IntegrationInput = components['schemas']['IntegrationCreate'];
type IntegrationChanges = components['schemas']['IntegrationUpdate'];

/** What managing and checking integrations depends on. */
interface IntegrationServices {
  db: Db;
  secretBox: SecretBox;
  outbound: Outbound;
}

/** The last four characters of a shorter secret are hidden: they would reveal too much of it. */
const LEAST_LENGTH_SHOWN = 12;

/** The longest pause of sending to what an integration serves; null: there is none. */
const pause = (tx: Tx) => tx`(
  select json_build_object('reason', l.pause_reason, 'until',
           to_char(l.paused_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from platform_lanes l
  where l.org_id = t.org_id and l.pause_reason is not null and l.paused_until > now()
    and (l.platform = t.type or t.settings -> 'platforms' @> to_jsonb(l.platform))
  order by l.paused_until desc limit 1)`;

export const integrations = resource<Integration>({
  name: 'Integration',
  table: 'integrations',
  columns: 'type, is_active, secret_last4, last_check jsonb',
  unread: 'settings jsonb, secret, config_version, stance_since',
  read: (tx) => tx`
    case when t.type = 'SLACK' then 'CHAT' when t.type = 'BUCKET' then 'STORE'
         when t.type = any(${CAPTURES}::text[]) then 'CAPTURE' else 'PLATFORM' end as kind,
    t.settings as config, true as "hasSecret", ${pause(tx)} as pause, t.created_at as "createdAt",
    t.updated_at as "updatedAt"`,
  filters: 'type, is_active',
  order: (tx) => [{ by: tx`t.type` }],
  taken: ({ type }) => `type: there is an integration of the type ${type} already.`,
  removed: ({ type }) => ({ type }),
});

/**
 * Creates an integration; its secret is stored encrypted.
 * @throws AppError validation_error for the config, conflict if the organisation has one of this type, or another
 *   that reads stance
 */
export async function createIntegration(
  { db, secretBox, outbound }: IntegrationServices,
  actor: Actor,
  { type, config, isActive = true }: IntegrationInput,
): Promise<Integration> {
  const { orgId } = actor;
  const { secret, settings } = readConfig(outbound, type, config);
  if (secret === undefined)
    throw invalidField(`config.${secretField(type)}`, `config.${secretField(type)} is required for ${type}.`);
  const stored = newSettings(type, settings);
  return db.tenant(orgId, async (tx) => {
    const id = newId();
    if (stored.stance?.enabled) await refuseSecondReader(tx, orgId, id);
    if (isActive) await refuseServed(tx, orgId, { type, platforms: servedBy(type, stored) });
    await integrations.insert(tx, orgId, {
      id,
      type,
      isActive,
      settings: stored,
      secret: secretBox.seal(secret, sealedFor(orgId, id)),
      secretLast4: last4(secret),
      stanceSince: stored.stance?.enabled ? tx`now()` : null,
    });
    // Failures and pauses of an earlier integration of this type say nothing about this one.
    await resetCircuit(tx, orgId, servedBy(type, stored));
    if (type === 'BUCKET') await scheduleBucket(tx, { orgId, id }, isActive);
    await integrations.note(tx, actor, 'createIntegration', id, { type, isActive, ...stored });
    return integrations.find(tx, orgId, id);
  });
}

/**
 * Changes an integration; fields that are not sent stay, including the secret.
 * @throws AppError not_found, validation_error for the config, conflict if another integration reads stance
 */
export async function updateIntegration(
  { db, secretBox, outbound }: IntegrationServices,
  actor: Actor,
  id: string,
  { config, isActive }: IntegrationChanges,
): Promise<Integration> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    // Before the integration: what may not be there twice is decided one after the other.
    await lockOrganisation(tx, orgId);
    if (config?.stance?.enabled) await refuseSecondReader(tx, orgId, id);
    const known = await integrations.lock(tx, orgId, id);
    const { type } = known;
    const { secret, settings } = readConfig(outbound, type, config ?? {});
    if (type !== 'SLACK' && secret === undefined) refuseOtherHost(type, known.config, settings);
    const platforms = servedBy(type, { ...known.config, ...settings } as IntegrationSettings);
    if (isActive ?? known.isActive) await refuseServed(tx, orgId, { type, platforms });
    const stance = settings.stance && { stance: { ...known.config.stance, ...settings.stance } };
    const isReader = settings.stance?.enabled;
    await integrations.write(tx, orgId, id, {
      isActive,
      ...(secret !== undefined && {
        secret: secretBox.seal(secret, sealedFor(orgId, id)),
        secretLast4: last4(secret),
      }),
      // The latest check, failures and a reached spend limit say nothing about a new config.
      ...(config !== undefined && {
        settings: { ...known.config, ...settings, ...stance },
        lastCheck: null,
        configVersion: tx`config_version + 1`,
      }),
      ...(isReader !== undefined && {
        stanceSince: isReader ? tx`coalesce(stance_since, (select now()))` : null,
      }),
    });
    if (config !== undefined) await resetCircuit(tx, orgId, [...servedBy(type, known.config), ...platforms]);
    if (type === 'BUCKET') await scheduleBucket(tx, { orgId, id }, isActive ?? known.isActive);
    await integrations.note(tx, actor, 'updateIntegration', id, {
      ...settings,
      ...(isActive === undefined ? {} : { isActive }),
      secretReplaced: secret !== undefined,
    });
    return integrations.find(tx, orgId, id);
  });
}

/**
 * Refuses a second integration that reads stance: an organisation's scores come from one reader. Concurrent changes
 * that enable stance wait to the end of the transaction.
 * @param id of the integration that is to read it
 * @throws AppError conflict
 */
async function refuseSecondReader(tx: Tx, orgId: OrgId, id: string): Promise<void> {
  await lockOrganisation(tx, orgId);
  const [other] = await tx<{ type: IntegrationType }[]>`
    select type from integrations where org_id = ${orgId} and stance_since is not null and id <> ${id}`;
  if (other)
    throw new AppError(
      'conflict',
      `config.stance: the integration ${other.type} reads stance already; switch it off there first.`,
    );
}

/**
 * Refuses a second active integration that serves a platform: its answers would come from two integrations.
 * @throws AppError conflict
 */
async function refuseServed(
  tx: Tx,
  orgId: OrgId,
  { type, platforms }: { type: IntegrationType; platforms: string[] },
): Promise<void> {
  await lockOrganisation(tx, orgId);
  const [other] = await tx<{ type: IntegrationType; platform: string }[]>`
    select type, p.platform from unnest(${platforms}::text[]) as p(platform)
    join integrations on org_id = ${orgId} and type <> ${type} and ${servesPlatform(tx, tx`p.platform`)}
    order by p.platform limit 1`;
  if (other)
    throw new AppError(
      'conflict',
      `${other.platform} is served by the active integration ${other.type} already; ` +
        'deactivate that first, or leave the platform out.',
    );
}

/**
 * Refuses to send the stored key to another host: anyone who may change the config could have it sent to their own.
 * @throws AppError validation_error
 */
function refuseOtherHost(
  type: Exclude<IntegrationType, 'SLACK'>,
  known: IntegrationSettings,
  { baseUrl }: GivenSettings,
): void {
  const hostOf = (settings: IntegrationSettings) => new URL(urlOf(type, settings)).origin;
  const field = `config.${secretField(type)}`;
  if (baseUrl !== undefined && hostOf({ ...known, baseUrl }) !== hostOf(known))
    throw invalidField(
      field,
      `${field} must be sent again with a baseUrl on another host: the kept key is not sent there.`,
    );
}

/**
 * Checks whether an integration works and stores the result. No transaction is open during the request.
 * @throws AppError not_found
 */
export async function checkIntegration(
  { db, secretBox, outbound }: IntegrationServices,
  actor: Actor,
  id: string,
  { testMessage = false }: { testMessage?: boolean } = {},
): Promise<IntegrationCheck> {
  const { orgId } = actor;
  const stored = await db.tenant(orgId, async (tx) => {
    const [row] = await tx<
      (StoredIntegration & { version: number })[]
    >`select type, settings, secret, config_version as version from integrations where org_id = ${orgId} and id = ${id}`;
    if (!row) throw notFound('integration');
    return row;
  });
  const check = await checkStored(outbound, secretBox, { orgId, id, testMessage, ...stored });
  const noted = db.tenant(orgId, async (tx) => {
    await noteCheck(tx, orgId, { id, version: stored.version }, check);
    await integrations.note(tx, actor, 'checkIntegration', id, { ok: check.ok, status: check.status });
  });
  await noted.catch((error) => {
    // A message that was sent is not undone with the transaction: the same request must not send it again.
    if (!testMessage || stored.type !== 'SLACK') throw error;
    throw new OutcomeUnknown('The test message may have been sent: the database was lost after it.', error);
  });
  return check;
}

interface StoredIntegration {
  type: IntegrationType;
  settings: IntegrationSettings;
  /** Encrypted. */
  secret: Buffer;
}

async function checkStored(
  outbound: Outbound,
  secretBox: SecretBox,
  {
    orgId,
    id,
    testMessage,
    type,
    settings,
    secret: sealed,
  }: StoredIntegration & {
    orgId: OrgId;
    id: string;
    testMessage: boolean;
  },
): Promise<IntegrationCheck> {
  const secret = openSecret(secretBox, sealed, orgId, id);
  if (secret === null)
    return checked(`The kept secret cannot be read any more; send ${secretField(type)} again.`);
  if (type === 'SLACK') return testMessage ? testSlack(outbound, secret) : checkSlack(secret);
  if (type === 'BUCKET') return checkBucket(outbound, orgId, settings, secret);
  return checkPlatform(outbound, type, { apiKey: secret, baseUrl: settings.baseUrl ?? null });
}

/** The last four characters, by which a person recognises a secret; null for short ones. */
function last4(secret: string): string | null {
  return secret.length < LEAST_LENGTH_SHOWN ? null : secret.slice(-4);
}
