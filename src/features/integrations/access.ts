import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { type ApiPlatform, isApiPlatform, PLATFORM_APIS } from '../../platforms/apis.ts';
import type { PlatformError } from '../../platforms/error.ts';
import type { Platform } from '../../platforms/names.ts';
import type { CaptureProvider } from '../../platforms/providers.ts';
import { checked, type IntegrationCheck } from './checks.ts';

type IntegrationSettings = components['schemas']['IntegrationSettings'];

/** The context that an integration's secret is sealed for, see SecretBox. */
export function sealedFor(orgId: OrgId, id: string): string {
  return `integration ${orgId} ${id}`;
}

/** Decrypts an integration's secret; null: it was encrypted under another ENCRYPTION_KEY. */
export function openSecret(secretBox: SecretBox, sealed: Buffer, orgId: OrgId, id: string): string | null {
  return secretBox.opened(sealed, sealedFor(orgId, id));
}

/** The settings for requests to a platform. */
export interface PlatformAccess {
  /** The type of the integration: the API that is asked. */
  provider: ApiPlatform | CaptureProvider;
  /** Null: the stored key can no longer be decrypted. */
  apiKey: string | null;
  /** Null: the platform's own URL. */
  baseUrl: string | null;
  /** Null: the default model of the platform. */
  model: string | null;
  /** US dollars a UTC day; null: no limit. */
  dailySpendLimit: number | null;
  /** What a provider's request costs, millionths of a US dollar; null: not known. */
  priceMicros: number | null;
  /** The language of a provider's pages; null: its default. */
  language: string | null;
}

/** The condition on integrations that they serve a platform: its own, and a provider's that captures it. */
export function servesPlatform(tx: Tx, platform: Fragment): Fragment {
  return tx`is_active and (type = ${platform} or settings -> 'platforms' @> to_jsonb(${platform}))`;
}

/** What is missing where no integration serves a platform, a sentence. */
export function noIntegration(platform: Platform): string {
  return isApiPlatform(platform)
    ? `There is no active integration ${platform}: create it, or activate it.`
    : `No active integration captures ${platform}: create one that does, or activate it.`;
}

/** The access that the organisation's integration gives to a platform; null: none is active. */
export async function platformAccess(
  tx: Tx,
  secretBox: SecretBox,
  orgId: OrgId,
  platform: string,
): Promise<PlatformAccess | null> {
  const [stored] = await tx<
    { id: string; provider: ApiPlatform | CaptureProvider; settings: IntegrationSettings; secret: Buffer }[]
  >`
    select id, type as provider, settings, secret from integrations
    where org_id = ${orgId} and ${servesPlatform(tx, tx`${platform}::text`)}`;
  if (!stored) return null;
  const { baseUrl = null, model = null, dailySpendLimit = null, language = null } = stored.settings;
  const { pricePerRequest = null } = stored.settings;
  const priceMicros = pricePerRequest === null ? null : Math.round(pricePerRequest * 1_000_000);
  const apiKey = openSecret(secretBox, stored.secret, orgId, stored.id);
  return { provider: stored.provider, apiKey, baseUrl, model, dailySpendLimit, priceMicros, language };
}

/** Who asks a platform for an organisation, and with which model; null: the integration's is not known. */
export interface PlatformSettings {
  provider: ApiPlatform | CaptureProvider | null;
  model: string | null;
}

/** Who asks each of the platforms; without an active integration, the platform's own API by its default model. */
export async function settingsByPlatform(
  tx: Tx,
  orgId: OrgId,
  platforms: readonly Platform[],
): Promise<Map<Platform, PlatformSettings>> {
  const active = await tx<(PlatformSettings & { platform: Platform })[]>`
    select p.platform, type as provider, settings ->> 'model' as model
    from unnest(${platforms}::text[]) as p(platform)
    join integrations on org_id = ${orgId} and ${servesPlatform(tx, tx`p.platform`)}`;
  const known = new Map(active.map(({ platform, ...settings }) => [platform, settings]));
  return new Map(
    platforms.map((platform) => {
      const own = isApiPlatform(platform) ? platform : null;
      const { provider, model } = known.get(platform) ?? { provider: own, model: null };
      const byDefault = own !== null && provider === own ? PLATFORM_APIS[own].model : null;
      return [platform, { provider, model: model ?? byDefault }];
    }),
  );
}

/** The integration whose model reads stance for an organisation. */
export interface StanceAccess {
  platform: ApiPlatform;
  /** The model that gives the readings. */
  model: string;
  /** US dollars a UTC day; null: no limit. */
  dailySpendLimit: number | null;
}

/** The organisation's integration that reads stance; null: there is none, or it is not active. */
export async function stanceAccess(tx: Tx, orgId: OrgId): Promise<StanceAccess | null> {
  const [stored] = await tx<{ platform: ApiPlatform; settings: IntegrationSettings }[]>`
    select type as platform, settings from integrations
    where org_id = ${orgId} and stance_since is not null and is_active`;
  if (!stored) return null;
  const { platform, settings } = stored;
  return {
    platform,
    model: stanceModel(platform, settings),
    dailySpendLimit: settings.dailySpendLimit ?? null,
  };
}

/** The model that reads stance for an integration. */
export function stanceModel(platform: ApiPlatform, { stance, model }: IntegrationSettings): string {
  return stance?.model ?? model ?? PLATFORM_APIS[platform].model;
}

/** The Slack webhook that receives the organisation's messages. */
export interface SlackAccess {
  id: string;
  /** Version of the config: the result of a check belongs to one version. */
  version: number;
  /** Null: the stored URL can no longer be decrypted. */
  webhookUrl: string | null;
}

/** The organisation's access to Slack; null: no Slack integration is active. */
export async function slackAccess(tx: Tx, secretBox: SecretBox, orgId: OrgId): Promise<SlackAccess | null> {
  const [stored] = await tx<{ id: string; secret: Buffer; version: number }[]>`
    select id, secret, config_version as version from integrations
    where org_id = ${orgId} and type = 'SLACK' and is_active`;
  if (!stored) return null;
  const { id, secret, version } = stored;
  return { id, version, webhookUrl: openSecret(secretBox, secret, orgId, id) };
}

/**
 * Notes what a request showed of an integration as a check of it would, so that it is reported once, not by each
 * prompt.
 * @param type of the integration
 * @param trouble of its account; null: the platform answered
 */
export async function noteUse(
  tx: Tx,
  orgId: OrgId,
  type: string,
  trouble: PlatformError | null,
): Promise<void> {
  const check = checked(trouble?.message ?? null, trouble?.status ?? 200);
  const isNews =
    trouble === null
      ? tx`last_check ->> 'ok' = 'false'`
      : tx`last_check ->> 'reason' is distinct from ${check.reason}`;
  await tx`update integrations set last_check = ${JSON.stringify(check)}::text::jsonb
    where org_id = ${orgId} and type = ${type} and is_active and ${isNews}`;
}

/** Stores the result of a check of an integration, unless its config has changed since. */
export async function noteCheck(
  tx: Tx,
  orgId: OrgId,
  { id, version }: { id: string; version: number },
  check: IntegrationCheck,
): Promise<void> {
  await tx`update integrations set last_check = ${JSON.stringify(check)}::text::jsonb
    where org_id = ${orgId} and id = ${id} and config_version = ${version}`;
}
