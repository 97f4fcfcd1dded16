/**
 * Extracts what an AI platform's answer says about the brands an organisation knows: who is named, at which position,
 * how favourably, in which words, and which sources are cited. A pure function of lexicon and answer, linear in the
 * length of the answer.
 */

import { languageOf } from './language/language.ts';
import { brandOf, type Lexicon } from './names/lexicon.ts';
import { findNamings, type Naming, spellingOf } from './names/namings.ts';
import { unknownIn } from './names/unknown/unknown.ts';
import { sentimentOf, toHundredths } from './sentiment.ts';
import { linksIn } from './sources/links.ts';
import { MOST_CITATIONS } from './sources/page.ts';
import { citationOf } from './sources/sources.ts';
import { StanceReader } from './stance/reader.ts';
import { clean } from './text/clean.ts';
import { withoutReasoning } from './text/reasoning.ts';
import { sentencesOf } from './text/sentences.ts';
import { snippetOf } from './text/snippet.ts';
import type { Answer, BrandEntry, Citation, Extraction, Observation, Site, Subject } from './types.ts';

/**
 * Maximum number of sentences in a mean; further ones hardly change it. It limits the work for a name repeated
 * endlessly.
 */
const MAX_SENTENCES = 64;
/** White space, and characters that nobody sees. */
const UNSEEN = /^[\p{Z}\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** The namings of one subject in an answer. */
interface Appearance {
  first: Naming;
  /** Indexes of the sentences that name the subject, ascending, at most MAX_SENTENCES. */
  sentences: number[];
  /** For each of those sentences, the owners of the name in it. */
  owners: (readonly Subject[])[];
}

/** @throws Error if the lexicon lacks the answer's `brandId` */
export function extract(lexicon: Lexicon, answer: Answer): Extraction {
  const brand = brandOf(lexicon, answer.brandId);
  const cleaned = clean(answer.answer);
  const language = languageOf(cleaned.text);
  const links = () => linksIn(withoutReasoning(answer.answer));
  return {
    observations: observe(lexicon, brand, answer, cleaned, language),
    citations: cite(answer.citations ?? links(), brand.sites),
    language,
    ...(UNSEEN.test(cleaned.text) && links().length === 0 ? { isBlank: true } : {}),
  };
}

function observe(
  lexicon: Lexicon,
  brand: BrandEntry,
  answer: Answer,
  { text, blocks }: ReturnType<typeof clean>,
  language: string | null,
): Observation[] {
  const namings = findNamings(lexicon, brand, text, { language });
  const { sentences, indexes } = sentencesOf(text, namings);
  const appearances = findAppearances(namings, indexes);
  const unknown = unknownIn({ text, namings, sentences, indexes }, language);
  for (const subject of unknown) appearances.delete(subject);
  const positions = rankPositions([brand.subject, ...brand.competitors], appearances);
  const reader = new StanceReader({ text, blocks, namings, sentences, indexes }, language);

  const observeNamed = (subject: Subject, { first, sentences: own, owners }: Appearance): Observation => {
    const isSent = subject === brand.subject && typeof answer.sentimentScore === 'number';
    const sentiment = isSent
      ? toHundredths(answer.sentimentScore!)
      : sentimentOf(own.map((sentence, k) => reader.readInContext(sentence, owners[k]!)));
    return {
      subjectId: subject.id,
      kind: subject.kind,
      named: true,
      unknown: false,
      position: positions.get(subject) ?? null,
      sentiment,
      sentimentReader: sentiment === null ? null : isSent ? 'SENT' : 'LEXICON',
      snippet: snippetOf(text, sentences[own[0]!]!, first),
      namedAs: text.slice(first.start, first.end),
      namingRule: spellingOf(text, first, subject).rule,
    };
  };

  const observations: Observation[] = [];
  const others = lexicon.brands.map((entry) => entry.subject).filter((subject) => subject !== brand.subject);
  for (const subject of [brand.subject, ...brand.competitors, ...others]) {
    const appearance = appearances.get(subject);
    if (appearance !== undefined) observations.push(observeNamed(subject, appearance));
    else if (subject === brand.subject || unknown.has(subject))
      observations.push(unnamed(subject, unknown.has(subject)));
  }
  return observations;
}

function unnamed({ id, kind }: Subject, isUnknown: boolean): Observation {
  return {
    subjectId: id,
    kind,
    named: false,
    unknown: isUnknown,
    position: null,
    sentiment: null,
    sentimentReader: null,
    snippet: null,
    namedAs: null,
    namingRule: null,
  };
}

function findAppearances(namings: readonly Naming[], indexes: readonly number[]): Map<Subject, Appearance> {
  // Grouped by sets of subjects before subjects, because a name repeated endlessly may belong to many subjects.
  const byNames = new Map<readonly Subject[], Appearance>();
  for (const [k, naming] of namings.entries()) {
    const sentence = indexes[k]!;
    const known = byNames.get(naming.subjects);
    if (known === undefined) {
      byNames.set(naming.subjects, { first: naming, sentences: [sentence], owners: [naming.subjects] });
    } else if (known.sentences.at(-1) !== sentence && known.sentences.length < MAX_SENTENCES) {
      known.sentences.push(sentence);
      known.owners.push(naming.subjects);
    }
  }
  const appearances = new Map<Subject, Appearance>();
  for (const [subjects, appearance] of byNames) {
    for (const subject of subjects) {
      const known = appearances.get(subject);
      appearances.set(subject, known === undefined ? appearance : together(known, appearance));
    }
  }
  return appearances;
}

/** Merges two appearances of one subject by different names. The first one must begin first. */
function together({ first, sentences, owners }: Appearance, other: Appearance): Appearance {
  const all = new Map(other.sentences.map((sentence, k) => [sentence, other.owners[k]!]));
  for (const [k, sentence] of sentences.entries()) all.set(sentence, owners[k]!);
  const ascending = [...all].sort(([a], [b]) => a - b).slice(0, MAX_SENTENCES);
  return {
    first,
    sentences: ascending.map(([sentence]) => sentence),
    owners: ascending.map(([, its]) => its),
  };
}

/**
 * Ranks of the subjects that appear: 1 + the number of other entities whose first appearance starts strictly earlier.
 * Subjects with the same folded primary name are one entity (a competitor called like the brand is the brand) and share
 * its rank. So do entities that start at the same character.
 */
function rankPositions(
  subjects: readonly Subject[],
  appearances: ReadonlyMap<Subject, Appearance>,
): Map<Subject, number> {
  const starts = new Map<string, number>();
  const named = subjects.filter((subject) => appearances.has(subject));
  for (const subject of named) {
    const { start } = appearances.get(subject)!.first;
    starts.set(subject.entity, Math.min(start, starts.get(subject.entity) ?? start));
  }
  const ranks = new Map<number, number>();
  for (const [rank, start] of [...starts.values()].sort((a, b) => a - b).entries()) {
    if (!ranks.has(start)) ranks.set(start, 1 + rank);
  }
  return new Map(named.map((subject) => [subject, ranks.get(starts.get(subject.entity)!)!]));
}

function cite(cited: NonNullable<Answer['citations']>, sites: readonly Site[]): Citation[] {
  const titles = new Map<string, string | null>();
  for (const { url, title } of cited) titles.set(url, titles.get(url) ?? (title?.trim() || null));
  const citations = [...titles].flatMap(([url, title]) => citationOf(url, title, sites) ?? []);
  return citations.slice(0, MOST_CITATIONS);
}
