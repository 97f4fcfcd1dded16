/**
 * Scores how stance was read: in invented texts (tables/stance.jsonl) and in sentences of real answers (real.jsonl).
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SENTIMENT_BANDS } from '../../src/base/definitions.ts';
import { explain } from '../../src/extraction/explain.ts';
import { extract } from '../../src/extraction/extract.ts';
import { caseSensitiveByDefault } from '../../src/extraction/names/case-sensitivity.ts';
import { compileLexicon } from '../../src/extraction/names/lexicon.ts';
import type { KnownBrand, KnownSubject } from '../../src/extraction/types.ts';
import { type Counts, f1, type Half } from './counts.ts';
import { parseLines, readTable } from './tables.ts';

export const STANCES = ['POSITIVE', 'NEUTRAL', 'NEGATIVE'] as const;
type Stance = (typeof STANCES)[number];
/** UNREAD: no score; MISSING: the name, or the sentence, was not found. */
type Read = Stance | 'UNREAD' | 'MISSING';

interface StanceCase {
  id: string;
  half: Half;
  class: string;
  language: string;
  known: string[];
  text: string;
  stance: Record<string, Stance | 'UNREAD'>;
}

/** A sentence of a real answer, by the hash of its letters: the text is of others and is not kept here. */
interface RealCase {
  half: Half;
  run: string;
  subject: string;
  sentence: string;
  label: Stance;
  /** Drawn at random, or from sentences with words that often go with criticism and comparison. */
  sample: 'random' | 'marked';
}

/** One label and what was read in its place. */
export interface StanceRead {
  half: Half;
  class: string;
  language: string;
  id: string;
  subject: string;
  label: Stance | 'UNREAD';
  read: Read;
}

/** One entry a labelled name of the invented texts. */
export function readStances(): StanceRead[] {
  return readTable<StanceCase>('stance').flatMap(({ known, text, stance, ...each }) => {
    const [brand, ...competitors] = known.map((name) => subjectOf(name));
    const lexicon = compileLexicon([{ ...brand!, competitors }]);
    const { observations } = extract(lexicon, { brandId: brand!.id, answer: text, citations: [] });
    return Object.entries(stance).map(([subject, label]): StanceRead => {
      const observation = observations.find(({ subjectId, named }) => subjectId === subject && named);
      const read = observation === undefined ? 'MISSING' : stanceOf(observation.sentiment);
      return {
        half: each.half,
        class: each.class,
        language: each.language,
        id: each.id,
        subject,
        label,
        read,
      };
    });
  });
}

const REAL = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** One entry a labelled sentence of the real answers; null where these are not at hand. */
export function readRealStances(): StanceRead[] | null {
  if (!existsSync(`${REAL}runs.jsonl`)) return null;
  interface Run {
    externalId: string;
    brand: string;
    answer: string;
  }
  const runs = new Map(
    parseLines<Run>(readFileSync(`${REAL}runs.jsonl`, 'utf8')).map((run) => [run.externalId, run]),
  );
  const lexicon = compileLexicon(realBrands());
  const sentences = new Map<string, Map<string, Read>>();
  return readTable<RealCase>('real').map(({ run: id, subject, sentence, label, half, sample }) => {
    let ofRun = sentences.get(id);
    if (ofRun === undefined) {
      const { brand, answer } = runs.get(id)!;
      const { text, sentences: explained } = explain(lexicon, { brandId: brand, answer, citations: [] });
      ofRun = new Map(
        explained.flatMap(({ start, end, stances }) =>
          stances.map(({ subjectId, sentiment }) => [
            `${hashOf(text.slice(start, end))} ${subjectId.split('/').at(-1)}`,
            stanceOf(sentiment),
          ]),
        ),
      );
      sentences.set(id, ofRun);
    }
    const read = ofRun.get(`${sentence} ${subject}`) ?? 'MISSING';
    return { half, class: sample, language: 'en', id: `${id} ${sentence}`, subject, label, read };
  });
}

/** The brands of the real answers; a competitor's id is that of its brand and its name. */
export function realBrands(): KnownBrand[] {
  interface Given {
    name: string;
    website: string;
    aliases: string[];
    competitors: Omit<Given, 'competitors'>[];
  }
  return parseLines<Given>(readFileSync(`${REAL}brands.jsonl`, 'utf8')).map((brand) => ({
    ...subjectOf(brand.name, brand),
    competitors: brand.competitors.map((known) =>
      subjectOf(known.name, known, `${brand.name}/${known.name}`),
    ),
  }));
}

function subjectOf(
  name: string,
  { website = null, aliases = [] }: { website?: string | null; aliases?: string[] } = {},
  id = name,
): KnownSubject {
  const websites = website === null ? [] : [website];
  return { id, name, websites, aliases, caseSensitive: caseSensitiveByDefault([name, ...aliases]) };
}

function hashOf(sentence: string): string {
  const letters = sentence.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return createHash('sha256').update(letters).digest('hex').slice(0, 12);
}

function stanceOf(sentiment: number | null): Read {
  if (sentiment === null) return 'UNREAD';
  if (sentiment >= SENTIMENT_BANDS.positiveFrom) return 'POSITIVE';
  return sentiment <= SENTIMENT_BANDS.negativeTo ? 'NEGATIVE' : 'NEUTRAL';
}

/**
 * How one stance was read: rightly, wrongly in place of another, or missed. Entries that were not found are left out.
 */
export function countsOf(reads: readonly StanceRead[], stance: Stance): Counts {
  const found = reads.filter(({ read }) => read !== 'MISSING');
  const right = found.filter(({ label, read }) => label === stance && read === stance).length;
  return {
    cases: found.filter(({ label }) => label === stance).length,
    right,
    wrong: found.filter(({ label, read }) => label !== stance && read === stance).length,
    missed: found.filter(({ label, read }) => label === stance && read !== stance).length,
  };
}

/** The mean of the three stances' F1. */
export function macroF1(reads: readonly StanceRead[]): number {
  return STANCES.reduce((all, stance) => all + f1(countsOf(reads, stance)), 0) / STANCES.length;
}
