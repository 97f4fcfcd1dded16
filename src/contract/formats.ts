import type { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** What the contract's formats are, to be read after "must be". */
export const FORMATS: Record<string, string> = {
  date: 'a date that exists, YYYY-MM-DD',
  'date-time': 'a date and time with its zone, such as 2026-11-19T09:30:00Z',
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
  // RFC 3986 lets a URL be without a host, and have a port of any size.
  ajv.addFormat('uri', (text: string) => isUri(text) && URL.canParse(text));
  ajv.addFormat('name', /[\p{L}\p{N}]/u);
  return ajv;
}
