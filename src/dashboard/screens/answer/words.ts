import type { Schemas } from '../../api/client.ts';
import { format, sentimentWord } from '../../components/numbers.tsx';

type Run = Schemas['RunEvidence'];
type Rule = NonNullable<Schemas['NamingRuleOrNull']>;

/** Why a stretch of text counts as a name. */
export const RULES: Record<Rule, string> = {
  AS_ENTERED: 'written as entered',
  SPELLING: 'another spelling of it',
  PLURAL: 'its plural',
  LETTERS: 'with letters written otherwise',
  AFFIX: 'with what the language joins to a name',
};

const READERS: Record<string, string> = {
  LEXICON: 'by the rules of this program',
  MODEL: 'by a model of your integration',
  SENT: 'came with the answer',
  PERSON: 'by a person',
};

export function readerWord(reader: string | null): string {
  return reader === null ? '' : (READERS[reader] ?? '');
}

/** `81.3 positive`; a dash where nobody could tell. */
export function sentimentOf(score: number | null): string {
  return score === null ? '–' : `${format(score)} ${sentimentWord(score)}`;
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
