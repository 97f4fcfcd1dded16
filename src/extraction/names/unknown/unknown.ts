/**
 * Names that an answer only says it does not know: "I'm not familiar with Acme." A sentence denies a name, leaves it
 * aside (a question, an offer of help, a guess), or says something of it. A name is unknown where a sentence denies it
 * and no sentence says anything of it. The phrases are data: unknown/<language>.txt.
 */
import { type Span, sentencesOf } from '../../text/sentences.ts';
import { BLOCK_END } from '../../text/writer.ts';
import type { Subject } from '../../types.ts';
import type { Naming } from '../namings.ts';
import { loadPhrases, normalized, OWN, type Phrases, withSigns } from './phrases.ts';

/** A sentence with more different names is a list. It limits the work, too. */
const MOST_NAMES = 8;
/** Sentences read for each name. */
const MOST_SENTENCES = 64;
/** Code units in which the sentence after one with the name is looked for. */
const MOST_FOLLOWING = 300;

/** The effect of a sentence on a name. */
type Said = 'DENIED' | 'ASIDE' | 'SAID';

interface NamedText {
  text: string;
  namings: readonly Naming[];
  sentences: readonly Span[];
  /** The sentence of each naming. */
  indexes: readonly number[];
}

/** The subjects that a text only says it does not know; none in a language without a table. */
export function unknownIn(named: NamedText, language: string | null): ReadonlySet<Subject> {
  const unknown = new Set<Subject>();
  const { text, namings, indexes } = named;
  const phrases = namings.length === 0 ? null : loadPhrases(language);
  if (phrases === null || !phrases.cues.test(text)) return unknown;
  const read = new Map<readonly Subject[], { said: Said; sentences: number }>();
  for (let first = 0, next = 0; first < namings.length; first = next) {
    while (indexes[next] === indexes[first]) next++;
    const all = new Set(namings.slice(first, next).map(({ subjects }) => subjects));
    for (const subjects of all) {
      const known = read.get(subjects) ?? { said: 'ASIDE', sentences: 0 };
      read.set(subjects, known);
      if (known.said === 'SAID' || known.sentences === MOST_SENTENCES) continue;
      known.sentences += 1;
      const { start, end } = named.sentences[indexes[first]!]!;
      const isFar = known.said === 'ASIDE' && !phrases.cues.test(text.slice(start, end + MOST_FOLLOWING));
      const said = isFar || all.size > MOST_NAMES ? 'SAID' : saidIn(named, first, next, subjects, phrases);
      if (said !== 'ASIDE') known.said = said;
    }
  }
  const subjectsWith = (wanted: Said) =>
    Array.from(read).flatMap(([subjects, { said }]) => (said === wanted ? subjects : []));
  for (const subject of subjectsWith('DENIED')) unknown.add(subject);
  if (unknown.size > 0) for (const subject of subjectsWith('SAID')) unknown.delete(subject);
  return unknown;
}

/** The effect of the sentence with the namings [first, next) on the name of `subjects`. */
function saidIn(
  { text, namings, sentences, indexes }: NamedText,
  first: number,
  next: number,
  subjects: readonly Subject[],
  phrases: Phrases,
): Said {
  const sentence = sentences[indexes[first]!]!;
  const read = (span: Span, from: number) => normalized(text, span, namings, from, subjects, phrases);
  const own = read(sentence, first);
  const said = withSigns(own, phrases);
  const denial = phrases.denials.exec(said) ?? deniedAsTopic(own, phrases);
  const isBare = phrases.bare.test(said);
  const isQuestion = /[?？]\s*$/.test(text.slice(sentence.start, sentence.end));
  if (denial === null && !isBare && !isQuestion && !phrases.asides.test(said)) return 'SAID';
  const span = following(text, sentence.end, isBare);
  const after = span === null ? null : read(span, next);
  if (denial !== null) {
    const rest = denial.input.slice(denial.index + denial[0].length);
    return [rest, after].some((each) => each !== null && describes(each, phrases)) ? 'SAID' : 'DENIED';
  }
  if (after === null || after.includes(OWN)) return 'ASIDE';
  if (phrases.denials.test(withName(after, phrases))) return 'DENIED';
  return isBare ? 'SAID' : 'ASIDE';
}

/** A denial after the name: "Acme: I couldn't find a brand with this name." */
function deniedAsTopic(own: string, phrases: Phrases): RegExpExecArray | null {
  const topic = phrases.topics.exec(own);
  return topic && phrases.denials.exec(withName(own.slice(topic[0].length), phrases));
}

/** A sentence without the name, with signs: what stands for the name is the name. */
function withName(said: string, phrases: Phrases): string {
  return withSigns(said.replace(phrases.anaphors, phrases.isSpaced ? `${OWN} ` : OWN), phrases);
}

function describes(said: string, { descriptions, hedges }: Phrases): boolean {
  return !/[§£]/.test(said) && descriptions.test(said) && !hedges.test(said);
}

/** The sentence that begins at `end` or, if `isBare`, in the next block; null: there is none. */
function following(text: string, end: number, isBare: boolean): Span | null {
  const part = text.slice(end, end + MOST_FOLLOWING);
  const start = part.search(/\S/);
  if (start === -1 || (!isBare && part.slice(0, start).includes(BLOCK_END))) return null;
  const [sentence] = sentencesOf(part, [{ start, end: start + 1 }]).sentences;
  return sentence === undefined ? null : { start: end + start, end: end + sentence.end };
}
