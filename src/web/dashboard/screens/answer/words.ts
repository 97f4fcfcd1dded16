import { counted } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';

type Run = Schemas['RunEvidence'];

const READERS: Record<string, string> = {
  LEXICON: 'by the rules of this program',
  MODEL: 'by a model of your integration',
  SENT: 'came with the answer',
  PERSON: 'by a person',
};

export function readerWord(reader: string | null): string {
  return reader === null ? '' : (READERS[reader] ?? '');
}

export const ORIGINS: Record<Run['source'], string> = {
  INGESTED: 'sent to Sightline',
  SCHEDULE: 'asked by schedule',
  MANUAL: 'asked by hand',
};

export const SURFACES: Record<NonNullable<Run['surface']>, string> = {
  API: 'by the platform’s API, without web search',
  API_WEB_SEARCH: 'by the platform’s API, with web search on offer',
  APP: 'as people see it, in the product',
  SEARCH_PAGE: 'as people see it, on a page of search results',
};

/** How often a platform searched, where it searched. */
export function timesOf(count: number | null): string {
  return count === null ? 'yes' : `yes, ${counted(count, 'time')}`;
}

/** The English name of a country or language by its code. */
export function nameOf(kind: 'region' | 'language', code: string | null): string {
  if (code === null) return '–';
  try {
    return new Intl.DisplayNames('en', { type: kind }).of(code) ?? code;
  } catch {
    return code;
  }
}
