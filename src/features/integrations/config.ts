import { invalidField } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { PLATFORM_APIS } from '../../platforms/apis.ts';
import { capturedBy, capturedPlatforms, isCaptureProvider, providerUrl } from '../../platforms/providers.ts';

export type IntegrationType = components['schemas']['IntegrationType'];
type IntegrationConfig = components['schemas']['IntegrationConfig'];
export type IntegrationSettings = components['schemas']['IntegrationSettings'];
export type IntegrationKind = components['schemas']['IntegrationKind'];

/** The name of a config's field that holds a secret. */
type SecretField = 'apiKey' | 'webhookUrl' | 'secretAccessKey';

/** The config as sent, without the secret. */
export type GivenSettings = Omit<IntegrationConfig, SecretField>;

const FIELDS: Record<IntegrationKind, readonly string[]> = {
  PLATFORM: ['apiKey', 'baseUrl', 'model', 'dailySpendLimit', 'stance'],
  CAPTURE: ['apiKey', 'baseUrl', 'platforms', 'pricePerRequest', 'dailySpendLimit', 'language'],
  CHAT: ['webhookUrl'],
  STORE: [
    'baseUrl',
    'region',
    'bucket',
    'prefix',
    'accessKeyId',
    'secretAccessKey',
    'answers',
    'everyMinutes',
  ],
};

const SECRETS: Record<IntegrationKind, SecretField> = {
  PLATFORM: 'apiKey',
  CAPTURE: 'apiKey',
  CHAT: 'webhookUrl',
  STORE: 'secretAccessKey',
};

/** The fields that must be given for a kind, besides its secret. */
const REQUIRED: Partial<Record<IntegrationKind, readonly (keyof GivenSettings)[]>> = {
  CAPTURE: ['platforms'],
  STORE: ['bucket', 'accessKeyId'],
};

export function kindOf(type: IntegrationType): IntegrationKind {
  if (type === 'SLACK') return 'CHAT';
  if (type === 'BUCKET') return 'STORE';
  return isCaptureProvider(type) ? 'CAPTURE' : 'PLATFORM';
}

/** The name of the config's field that holds the secret. */
export function secretField(type: IntegrationType): SecretField {
  return SECRETS[kindOf(type)];
}

/** The settings of a new integration: what is not given is as by default. */
export function newSettings(type: IntegrationType, given: GivenSettings): IntegrationSettings {
  const kind = kindOf(type);
  const missing = REQUIRED[kind]?.find((name) => given[name] === undefined);
  if (missing !== undefined)
    throw invalidField(`config.${missing}`, `config.${missing} is required for ${type}.`);
  switch (kind) {
    case 'CHAT':
      return {};
    case 'STORE':
      return {
        baseUrl: null,
        region: 'us-east-1',
        prefix: '',
        answers: false,
        everyMinutes: 60,
        ...given,
      } as IntegrationSettings;
    case 'CAPTURE':
      return {
        baseUrl: null,
        pricePerRequest: null,
        dailySpendLimit: null,
        language: null,
        ...given,
      } as IntegrationSettings;
    default:
      return {
        baseUrl: null,
        model: null,
        dailySpendLimit: null,
        ...given,
        stance: { enabled: false, model: null, ...given.stance },
      };
  }
}

/** The platforms whose answers an integration brings. */
export function servedBy(type: IntegrationType, { platforms = [] }: IntegrationSettings): string[] {
  return { PLATFORM: [type], CAPTURE: platforms, CHAT: [], STORE: [] }[kindOf(type)];
}

/** The URL of a bucket's store that is in force, without a slash at the end. */
export function bucketUrl({ baseUrl, region }: IntegrationSettings): string {
  return (baseUrl ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
}

/** The base URL of an integration's API that is in force. */
export function urlOf(type: Exclude<IntegrationType, 'SLACK'>, settings: IntegrationSettings): string {
  const { baseUrl } = settings;
  if (type === 'BUCKET') return bucketUrl(settings);
  return baseUrl ?? (isCaptureProvider(type) ? providerUrl(type, null) : PLATFORM_APIS[type].baseUrl);
}

/**
 * Splits a config into its secret (undefined: not given) and the other settings.
 * @throws AppError validation_error for a field that the type does not have, and for a URL that may not be called
 */
export function readConfig(
  outbound: Outbound,
  type: IntegrationType,
  config: IntegrationConfig,
): { secret: string | undefined; settings: GivenSettings } {
  const fields = FIELDS[kindOf(type)];
  const unknown = Object.keys(config).find((name) => !fields.includes(name));
  if (unknown !== undefined)
    throw invalidField(
      `config.${unknown}`,
      `config.${unknown} is not a field of ${type}; its fields are ${fields.join(', ')}.`,
    );
  const { apiKey, webhookUrl, secretAccessKey, ...settings } = config;
  refuseCredentials(type, apiKey);
  refusePlatforms(type, settings.platforms);
  for (const [name, url] of Object.entries({ webhookUrl, baseUrl: settings.baseUrl })) {
    if (url === undefined || url === null) continue;
    const refusal = outbound.urlRefusal(url) ?? (name === 'webhookUrl' ? notHttps(url) : notBare(url));
    if (refusal !== null) throw invalidField(`config.${name}`, `config.${name} ${refusal}`);
  }
  return { secret: { apiKey, webhookUrl, secretAccessKey }[secretField(type)], settings };
}

/** Refuses credentials of DataForSEO that are no login and password. */
function refuseCredentials(type: IntegrationType, apiKey: string | undefined): void {
  if (type === 'DATAFORSEO' && apiKey !== undefined && !/^[^:]+:./.test(apiKey))
    throw invalidField('config.apiKey', 'config.apiKey must be login:password of the account at DataForSEO.');
}

/** Refuses platforms that a provider does not capture. */
function refusePlatforms(type: IntegrationType, platforms: GivenSettings['platforms']): void {
  if (!isCaptureProvider(type)) return;
  const other = platforms?.find((platform) => capturedBy(type, platform) === undefined);
  if (other !== undefined)
    throw invalidField(
      'config.platforms',
      `config.platforms: ${type} does not capture ${other}; it captures ${capturedPlatforms(type).join(', ')}.`,
    );
}

function notHttps(url: string): string | null {
  return new URL(url).protocol === 'https:' ? null : 'must begin with https://.';
}

/** Refuses a URL with a query or fragment: paths are appended to it. */
function notBare(url: string): string | null {
  return /[?#]/.test(url) ? 'must have no query and no fragment.' : null;
}
