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

/** The English name of a country or language by its code. */
export function nameOf(kind: 'region' | 'language', code: string | null): string {
  if (code === null) return '–';
  try {
    return new Intl.DisplayNames('en', { type: kind }).of(code) ?? code;
  } catch {
    return code;
  }
}
