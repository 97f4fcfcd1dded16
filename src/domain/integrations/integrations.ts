import { AppError, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, type Page, type Paged, selectPage } from '../../db/page.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { PLATFORM_APIS } from '../../platforms/apis.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { checked, checkPlatform, checkSlack, type IntegrationCheck } from './checks.ts';
import { resetCircuit } from './circuit.ts';

type Integration = components['schemas']['Integration'];
type IntegrationType = components['schemas']['IntegrationType'];
type IntegrationInput = components['schemas']['IntegrationCreate'];
type IntegrationChanges = components['schemas']['IntegrationUpdate'];
type IntegrationConfig = components['schemas']['IntegrationConfig'];
type IntegrationSettings = components['schemas']['IntegrationSettings'];

/** What integrations are kept and checked with. */
interface IntegrationServices {
  db: Db;
  secretBox: SecretBox;
  outbound: Outbound;
}

/** A shorter secret would be given away by four of its characters. */
const LEAST_LENGTH_SHOWN = 12;

const columns = (tx: Tx) => tx`
  id, type, is_active as "isActive", settings as config, true as "hasSecret", secret_last4 as "secretLast4",
  last_check as "lastCheck", created_at as "createdAt", updated_at as "updatedAt"`;

/** What an integration's secret is sealed for. */
function sealedFor(orgId: OrgId, id: string): string {
  return `integration ${orgId} ${id}`;
}

/** A page of integrations by type. */
export async function listIntegrations(
  db: Db,
  orgId: OrgId,
  {
    limit,
    offset,
    type = null,
    isActive = null,
  }: Page & { type?: IntegrationType | null; isActive?: boolean | null },
): Promise<Paged<Integration>> {
  return db.tenant(orgId, async (tx) => {
    const matching = tx`org_id = ${orgId}
      and ${ifGiven(tx, type, (value) => tx`type = ${value}`)}
      and ${ifGiven(tx, isActive, (value) => tx`is_active = ${value}`)}`;
    return selectPage<Integration>(
      tx,
      { limit, offset },
      { columns: columns(tx), from: tx`integrations where ${matching}`, orderBy: tx`type` },
    );
  });
}

/** @throws AppError not_found */
export async function getIntegration(db: Db, orgId: OrgId, id: string): Promise<Integration> {
  return db.tenant(orgId, (tx) => findIntegration(tx, orgId, id));
}

/** @throws AppError validation_error for the config, conflict for a type that is there already */
export async function createIntegration(
  { db, secretBox, outbound }: IntegrationServices,
  actor: Actor,
  { type, config, isActive = true }: IntegrationInput,
): Promise<Integration> {
  const { orgId } = actor;
  const { secret, settings } = readConfig(outbound, type, config);
  if (secret === undefined)
    throw new AppError('validation_error', `config.${secretField(type)} is required for ${type}.`);
  const kept: IntegrationSettings =
    type === 'SLACK' ? {} : { baseUrl: null, model: null, dailySpendLimit: null, ...settings };
  return db.tenant(orgId, async (tx) => {
    const id = newId();
    const [inserted] = await tx`
      insert into integrations (org_id, id, type, is_active, settings, secret, secret_last4)
      values (${orgId}, ${id}, ${type}, ${isActive}, ${JSON.stringify(kept)}::text::jsonb,
              ${secretBox.seal(secret, sealedFor(orgId, id))}, ${last4(secret)})
      on conflict (org_id, type) do nothing returning id`;
    if (!inserted)
      throw new AppError('conflict', `type: there is an integration of the type ${type} already.`);
    // What an integration of this type before it met with is not its own.
    await resetCircuit(tx, orgId, type);
    await audit(tx, actor, {
      action: 'createIntegration',
      targetType: 'integration',
      targetId: id,
      details: { type, isActive, ...kept },
    });
    return findIntegration(tx, orgId, id);
  });
}

/** @throws AppError not_found, validation_error for the config */
export async function updateIntegration(
  { db, secretBox, outbound }: IntegrationServices,
  actor: Actor,
  id: string,
  { config, isActive }: IntegrationChanges,
): Promise<Integration> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    const known = await findIntegration(tx, orgId, id, 'for update');
    const { type } = known;
    const { secret, settings } = readConfig(outbound, type, config ?? {});
    if (type !== 'SLACK' && secret === undefined) {
      const { baseUrl } = PLATFORM_APIS[type];
      const host = (some: string | null | undefined) => new URL(some ?? baseUrl).origin;
      // Or else who may change the config could have the kept key sent to a host of their own.
      if (settings.baseUrl !== undefined && host(settings.baseUrl) !== host(known.config.baseUrl))
        throw new AppError(
          'validation_error',
          'config.apiKey must be sent again with a baseUrl on another host: the kept key is not sent there.',
        );
    }
    if (secret !== undefined)
      await tx`update integrations set secret = ${secretBox.seal(secret, sealedFor(orgId, id))},
          secret_last4 = ${last4(secret)}
        where org_id = ${orgId} and id = ${id}`;
    // A check says nothing about another config, nor do failures and a limit that was reached.
    if (config !== undefined) {
      await tx`update integrations set settings = ${JSON.stringify({ ...known.config, ...settings })}::text::jsonb,
          last_check = null, config_version = config_version + 1
        where org_id = ${orgId} and id = ${id}`;
      await resetCircuit(tx, orgId, type);
    }
    await tx`update integrations set is_active = ${isActive ?? known.isActive}, updated_at = now()
      where org_id = ${orgId} and id = ${id}`;
    await audit(tx, actor, {
      action: 'updateIntegration',
      targetType: 'integration',
      targetId: id,
      details: {
        ...settings,
        ...(isActive === undefined ? {} : { isActive }),
        secretReplaced: secret !== undefined,
      },
    });
    return findIntegration(tx, orgId, id);
  });
}

/** Deletes an integration with its secret. @throws AppError not_found */
export async function deleteIntegration(db: Db, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  await db.tenant(orgId, async (tx) => {
    const { type } = await findIntegration(tx, orgId, id, 'for update');
    await tx`delete from integrations where org_id = ${orgId} and id = ${id}`;
    await audit(tx, actor, {
      action: 'deleteIntegration',
      targetType: 'integration',
      targetId: id,
      details: { type },
    });
  });
}

/** Checks whether an integration works and keeps the result; no transaction is open meanwhile. @throws AppError not_found */
export async function checkIntegration(
  { db, secretBox, outbound }: IntegrationServices,
  actor: Actor,
  id: string,
): Promise<IntegrationCheck> {
  const { orgId } = actor;
  const kept = await db.tenant(orgId, async (tx) => {
    const [row] = await tx<
      { type: IntegrationType; settings: IntegrationSettings; secret: Buffer; version: number }[]
    >`select type, settings, secret, config_version as version from integrations where org_id = ${orgId} and id = ${id}`;
    if (!row) throw notFound('integration');
    return row;
  });
  const check = await askWhether();
  await db.tenant(orgId, async (tx) => {
    await noteCheck(tx, orgId, { id, version: kept.version }, check);
    await audit(tx, actor, {
      action: 'checkIntegration',
      targetType: 'integration',
      targetId: id,
      details: { ok: check.ok, status: check.status },
    });
  });
  return check;

  async function askWhether(): Promise<IntegrationCheck> {
    let secret: string;
    try {
      secret = secretBox.open(kept.secret, sealedFor(orgId, id));
    } catch {
      return checked(`The kept secret cannot be read any more; send ${secretField(kept.type)} again.`);
    }
    if (kept.type === 'SLACK') return checkSlack(secret);
    return checkPlatform(outbound, kept.type, { apiKey: secret, baseUrl: kept.settings.baseUrl ?? null });
  }
}

/** What a platform is asked with. */
export interface PlatformAccess {
  /** Null: what is kept cannot be read any more. */
  apiKey: string | null;
  baseUrl: string | null;
  model: string | null;
  /** US dollars a UTC day; null: no limit. */
  dailySpendLimit: number | null;
}

/** The access that the organisation's integration gives to a platform; null where none is active. */
export async function platformAccess(
  tx: Tx,
  secretBox: SecretBox,
  orgId: OrgId,
  platform: string,
): Promise<PlatformAccess | null> {
  const [kept] = await tx<{ id: string; settings: IntegrationSettings; secret: Buffer }[]>`
    select id, settings, secret from integrations where org_id = ${orgId} and type = ${platform} and is_active`;
  if (!kept) return null;
  const { baseUrl = null, model = null, dailySpendLimit = null } = kept.settings;
  let apiKey: string | null = null;
  try {
    apiKey = secretBox.open(kept.secret, sealedFor(orgId, kept.id));
  } catch {
    // Sealed under another ENCRYPTION_KEY.
  }
  return { apiKey, baseUrl, model, dailySpendLimit };
}

/** Where Slack takes messages of the organisation. */
export interface SlackAccess {
  id: string;
  /** Of the config: a check says nothing about another. */
  version: number;
  /** Null: what is kept cannot be read any more. */
  webhookUrl: string | null;
}

/** null where no Slack integration is active. */
export async function slackAccess(tx: Tx, secretBox: SecretBox, orgId: OrgId): Promise<SlackAccess | null> {
  const [kept] = await tx<{ id: string; secret: Buffer; version: number }[]>`
    select id, secret, config_version as version from integrations
    where org_id = ${orgId} and type = 'SLACK' and is_active`;
  if (!kept) return null;
  const { id, secret, version } = kept;
  let webhookUrl: string | null = null;
  try {
    webhookUrl = secretBox.open(secret, sealedFor(orgId, id));
  } catch {
    // Sealed under another ENCRYPTION_KEY.
  }
  return { id, version, webhookUrl };
}

/** Keeps what was found out about an integration, as long as its config is that one. */
export async function noteCheck(
  tx: Tx,
  orgId: OrgId,
  { id, version }: { id: string; version: number },
  check: IntegrationCheck,
): Promise<void> {
  await tx`update integrations set last_check = ${JSON.stringify(check)}::text::jsonb
    where org_id = ${orgId} and id = ${id} and config_version = ${version}`;
}

async function findIntegration(tx: Tx, orgId: OrgId, id: string, lock?: 'for update'): Promise<Integration> {
  const [integration] = await tx<Integration[]>`
    select ${columns(tx)} from integrations where org_id = ${orgId} and id = ${id} ${lock ? tx`for update` : tx``}`;
  if (!integration) throw notFound('integration');
  return integration;
}

/** The field of the config that is the type's secret. */
function secretField(type: IntegrationType): 'apiKey' | 'webhookUrl' {
  return type === 'SLACK' ? 'webhookUrl' : 'apiKey';
}

/** Takes a config apart. @throws AppError validation_error for what is not the type's, and URLs that may not be called */
function readConfig(
  outbound: Outbound,
  type: IntegrationType,
  config: IntegrationConfig,
): { secret: string | undefined; settings: IntegrationSettings } {
  const fields = type === 'SLACK' ? ['webhookUrl'] : ['apiKey', 'baseUrl', 'model', 'dailySpendLimit'];
  const unknown = Object.keys(config).find((name) => !fields.includes(name));
  if (unknown !== undefined)
    throw new AppError(
      'validation_error',
      `config.${unknown} is not a field of ${type}; its fields are ${fields.join(', ')}.`,
    );
  const { apiKey, webhookUrl, ...settings } = config;
  for (const [name, url] of Object.entries({ webhookUrl, baseUrl: settings.baseUrl })) {
    if (url === undefined || url === null) continue;
    const refusal = outbound.urlRefusal(url) ?? (name === 'webhookUrl' ? notHttps(url) : notBare(url));
    if (refusal !== null) throw new AppError('validation_error', `config.${name} ${refusal}`);
  }
  return { secret: type === 'SLACK' ? webhookUrl : apiKey, settings };
}

function notHttps(url: string): string | null {
  return new URL(url).protocol === 'https:' ? null : 'must begin with https://.';
}

/** Paths are added to it. */
function notBare(url: string): string | null {
  return /[?#]/.test(url) ? 'must have no query and no fragment.' : null;
}

function last4(secret: string): string | null {
  return secret.length < LEAST_LENGTH_SHOWN ? null : secret.slice(-4);
}
