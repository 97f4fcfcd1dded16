import type { Schemas } from '../../../api/client.ts';
import { type Platform, platformName } from '../../../state/filters.ts';

export type IntegrationType = Schemas['IntegrationType'];

/** The platforms that are asked by an API of their own. */
export const ASKED_TYPES = [
  'CHATGPT',
  'CLAUDE',
  'GEMINI',
  'PERPLEXITY',
  'GROK',
  'DEEPSEEK',
  'LLAMA',
  'MISTRAL',
] as const satisfies readonly IntegrationType[];
export type AskedType = (typeof ASKED_TYPES)[number];

/** The providers that capture what people are shown, and which platforms each does. */
export const CAPTURES = {
  SERPAPI: { name: 'SerpApi', platforms: ['GOOGLE_AI_OVERVIEW', 'GOOGLE_AI_MODE', 'COPILOT'] },
  DATAFORSEO: { name: 'DataForSEO', platforms: ['GOOGLE_AI_OVERVIEW', 'GOOGLE_AI_MODE', 'CHATGPT'] },
} as const satisfies Partial<Record<IntegrationType, { name: string; platforms: readonly Platform[] }>>;
export type CaptureType = keyof typeof CAPTURES;

export const TYPES: IntegrationType[] = [
  ...ASKED_TYPES,
  ...(Object.keys(CAPTURES) as CaptureType[]),
  'SLACK',
  'BUCKET',
];

/** Types that no platform is asked by: they have no model and no limit of cost. */
const NAMES = { SLACK: 'Slack', BUCKET: 'Bucket of your own' } as const;
type OtherType = keyof typeof NAMES;

/** Whether platforms are asked by it. */
export function isAsking(type: IntegrationType): type is Exclude<IntegrationType, OtherType> {
  return !(type in NAMES);
}

export function isCapture(type: IntegrationType): type is CaptureType {
  return type in CAPTURES;
}

export function typeName(type: IntegrationType): string {
  if (isCapture(type)) return CAPTURES[type].name;
  return isAsking(type) ? platformName(type) : NAMES[type];
}

/** Why nothing is sent just now, in words. */
export const PAUSES: Record<Schemas['PlatformPause']['reason'], string> = {
  FAULTS: 'It failed several times in a row',
  RATE_LIMIT: 'It asked to wait',
  SPEND_LIMIT: 'The daily limit is reached',
  NO_CREDIT: 'The account has no credit left',
  UNKNOWN_MODEL: 'It does not know the model',
  FORBIDDEN: 'It forbids this account to ask',
};

/** Why some answers keep the sentiment that was read by rules, in words. */
export const FALLBACKS: Record<Schemas['StanceFallbackReason'], string> = {
  REFUSED: 'the model refused',
  INVALID_ANSWER: 'the model did not answer as it was asked to',
  RATE_LIMITED: 'the platform had too many requests',
  UNAVAILABLE: 'the platform was not available',
  TIMEOUT: 'the platform took too long',
  CUT_OFF: 'the answer was cut off',
  BAD_ANSWER: 'the answer made no sense',
  INTERRUPTED: 'the server was stopped meanwhile',
  BAD_CREDENTIALS: 'the platform refused the key',
  ADDRESS_REFUSED: 'the address of the platform may not be used',
  SPEND_LIMIT: 'the daily limit left no room for 7 days',
  NO_CREDIT: 'the account had no credit for 7 days',
  UNKNOWN_MODEL: 'the platform does not know the model',
  FORBIDDEN: 'the platform forbade it for 7 days',
  EXPIRED: 'it was not sent within 7 days',
  SWITCHED_OFF: 'the reading was switched off meanwhile',
  TOO_MANY_NAMES: 'the answer names more than 200',
  NO_NAMES: 'the answer names nobody any more',
  TEXT_FORGOTTEN: 'the text of the answer was past its time',
};
