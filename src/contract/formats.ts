import type { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { FIRST_MS, LAST_MS } from '../base/times.ts';

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** What the contract's formats are, to be read after "must be". */
export const FORMATS: Record<string, string> = {
  date: 'a date that exists, YYYY-MM-DD',
  'date-time':
    'a date and time that exists, with its zone, such as 2026-11-19T09:30:00Z, of the years 0001 to 9999 in UTC',
  uri: 'an absolute URL',
  email: 'an email address',
  name: 'a text with a letter or a digit in it',
};

/**
 * Teaches a validator the contract's formats. A name's letters are those of all scripts: a pattern that says so
 * (\p{L}) means something else, or nothing, outside JavaScript's u flag.
 */
export function addContractFormats(ajv: Ajv): Ajv {
  addFormats(ajv, ['date', 'date-time', 'uri', 'email']);
  const isUri = ajv.formats['uri'] as (text: string) => boolean;
  const isTime = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  // A leap second, the year 0 and what is outside four digits in UTC could not be kept as they are.
  const isKept = (text: string) => Date.parse(text) >= FIRST_MS && Date.parse(text) <= LAST_MS;
  ajv.addFormat('date-time', (text: string) => isTime.validate(text) && isKept(text));
  // RFC 3986 lets a URL be without a host, and have a port of any size.
  ajv.addFormat('uri', (text: string) => isUri(text) && URL.canParse(text));
  ajv.addFormat('name', /[\p{L}\p{N}]/u);
  return ajv;
}
