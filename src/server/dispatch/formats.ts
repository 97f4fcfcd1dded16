import type { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { FIRST_MS, LAST_MS } from '../../base/times.ts';
import { isPlatform, OTHER, PLATFORMS } from '../../platforms/names.ts';

// The module's types describe CommonJS, where the module itself is the `default`.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** Descriptions of the contract's formats for validation messages; each follows "must be". */
export const FORMATS: Record<string, string> = {
  date: 'a date that exists, YYYY-MM-DD',
  'date-time':
    'a date and time that exists, with its zone, such as 2026-11-19T09:30:00Z, of the years 0001 to 9999 in UTC',
  uri: 'an absolute URL',
  email: 'an email address',
  name: 'a text with a letter or a digit in it',
  country: 'the code of a country that exists (ISO 3166-1 alpha-2), such as DE',
  platform: `one of ${PLATFORMS.join(', ')}, or ${OTHER}: and a name, such as ${OTHER}:Kagi`,
  byte: 'Base64 (letters, digits, + and /, with = at the end)',
  'ingested-platform': `one of ${PLATFORMS.join(', ')}, or ${OTHER} with platformName`,
};

/**
 * Adds the contract's formats to a validator. `name` is a format and not a pattern, because it accepts the letters of
 * all scripts: \p{L} in a pattern has another meaning, or none, outside JavaScript's u flag.
 */
export function addContractFormats(ajv: Ajv): Ajv {
  addFormats(ajv, ['date', 'date-time', 'uri', 'email']);
  const isUri = ajv.formats['uri'] as (text: string) => boolean;
  const isTime = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  // Leap seconds, the year 0 and years of more than four digits in UTC cannot be stored unchanged.
  const isStorable = (text: string) => Date.parse(text) >= FIRST_MS && Date.parse(text) <= LAST_MS;
  ajv.addFormat('date-time', (text: string) => isTime.validate(text) && isStorable(text));
  // RFC 3986 allows a URL without a host, and ports of any size; URL.canParse does not.
  ajv.addFormat('uri', (text: string) => isUri(text) && URL.canParse(text));
  ajv.addFormat('name', /[\p{L}\p{N}]/u);
  ajv.addFormat('byte', (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text));
  ajv.addFormat('country', (text: string) => COUNTRIES.has(text));
  ajv.addFormat('platform', isPlatform);
  ajv.addFormat('ingested-platform', (text: string) => text === OTHER || isPlatform(text));
  return ajv;
}

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Codes with a name that are no country of ISO 3166-1: parts of countries, unions, and codes for tests. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

/**
 * The country codes: ISO 3166-1 alpha-2 in capitals, and XK (Kosovo), which ISO 3166-1 lacks. Replaced codes (UK by GB,
 * SU by RU) do not count. Listed once, in 2 ms, because a call of Intl for each run took 2 % of the time of an import.
 */
const COUNTRIES: ReadonlySet<string> = new Set(codesOfTwo().filter(isCountry));

function codesOfTwo(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}

function isCountry(code: string): boolean {
  if (NO_COUNTRIES.has(code)) return false;
  return NAMES.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code;
}
