import { setImmediate as nextTurn } from 'node:timers/promises';
import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import { foldName } from '../../extraction/text/fold.ts';
import { FUNCTION_WORDS } from './function-words.ts';

type Suggestion = components['schemas']['IgnoredPhraseSuggestion'];

/** Runs that are searched for observations of the subject, and observations that are read: 0.1 s of Postgres at most. */
const MOST_RUNS = 20_000;
const MOST_ANSWERS = 1_000;
const LEAST_ANSWERS = 3;
const MOST_PHRASES = 50;
const MOST_SAMPLES = 3;
/** Snippets after which other requests have their turn: about 1 ms. */
const TURN = 100;
/** Words of a phrase, those of the name included. */
const MOST_WORDS = 3;

/** A word beside a name: small letters, the first may be a capital. */
const WORD = `\\p{Lu}?[\\p{Ll}\\p{Lo}\\p{M}]{1,40}(?:['’-][\\p{Ll}\\p{Lo}\\p{M}]{1,40})?`;
const NEXT = new RegExp(` (${WORD})(?![\\p{L}\\p{N}\\p{M}'’-])`, 'uy');
const BEFORE = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}'’-])(${WORD}) $`, 'u');
/** The longest word with the space beside it, in UTF-16 code units. */
const REACH = 170;
const PART_OF_WORD = /[\p{L}\p{N}\p{M}]/u;

/** The first sentence of an answer that names a subject, and the name as it stands there. */
interface NamingSnippet {
  snippet: string;
  namedAs: string;
}

/**
 * Phrases that may be ones to ignore: what a subject's name forms most often with the words directly beside it, in the
 * stored snippets of the latest answers that name it.
 * @param subjectId a competitor of the brand; by default it is the brand itself
 * @throws AppError not_found
 */
export async function suggestIgnoredPhrases(
  db: Db,
  orgId: OrgId,
  brandId: string,
  subjectId = brandId,
): Promise<{ data: Suggestion[]; total: number }> {
  const snippets = await db.tenant(orgId, async (tx) => {
    const [known] = await tx<{ isBrand: boolean; isSubject: boolean }[]>`
      select exists (select from brands where org_id = ${orgId} and id = ${brandId}) as "isBrand",
             ${subjectId} = ${brandId} or exists (
               select from competitors where org_id = ${orgId} and id = ${subjectId} and brand_id = ${brandId}
             ) as "isSubject"`;
    if (!known?.isBrand) throw notFound('brand');
    if (!known.isSubject) throw notFound('competitor');
    return tx<NamingSnippet[]>`
      select o.snippet, o.named_as as "namedAs"
      from (select id, executed_at from runs
            where org_id = ${orgId} and state = 'COMPLETED'
              and ${subjectId === brandId ? tx`true` : tx`brand_id = ${brandId}`}
            order by executed_at desc, id desc limit ${MOST_RUNS}) r
      join observations o on o.org_id = ${orgId} and o.run_id = r.id and o.subject_id = ${subjectId}
      where o.named and o.snippet is not null and o.named_as is not null
      order by r.executed_at desc, r.id desc limit ${MOST_ANSWERS}`;
  });
  const data = await phrasesBeside(snippets);
  return { data, total: data.length };
}

/** What is known of a phrase while it is counted. */
interface Counted {
  count: number;
  /** By spelling. */
  spellings: Map<string, number>;
  snippets: string[];
  answers: number;
}

/** The phrases of names and the words beside them, most frequent first. */
async function phrasesBeside(snippets: readonly NamingSnippet[]): Promise<Suggestion[]> {
  const phrases = new Map<string, Counted>();
  for (const [at, { snippet, namedAs }] of snippets.entries()) {
    if (at % TURN === TURN - 1) await nextTurn();
    const ofSnippet = new Set<Counted>();
    for (const phrase of phrasesOf(snippet, namedAs.replace(/\s+/g, ' '))) {
      const key = foldName(phrase);
      const counted = phrases.get(key) ?? { count: 0, spellings: new Map(), snippets: [], answers: 0 };
      phrases.set(key, counted);
      counted.count += 1;
      counted.spellings.set(phrase, (counted.spellings.get(phrase) ?? 0) + 1);
      ofSnippet.add(counted);
    }
    for (const counted of ofSnippet) {
      counted.answers += 1;
      if (counted.snippets.length < MOST_SAMPLES) counted.snippets.push(snippet);
    }
  }
  const frequent = [...phrases].filter(([, { answers }]) => answers >= LEAST_ANSWERS);
  const counts = new Map(frequent.map(([key, { count }]) => [key, count]));
  return frequent
    .filter(([key, { count }]) => !partsOf(key).some((part) => counts.get(part) === count))
    .map(([, { count, answers, spellings, snippets: samples }]) => ({
      phrase: [...spellings].reduce((best, other) => (other[1] > best[1] ? other : best))[0],
      count,
      answers,
      samples,
    }))
    .sort((a, b) => b.count - a.count || b.answers - a.answers || (a.phrase < b.phrase ? -1 : 1))
    .slice(0, MOST_PHRASES);
}

/** The shorter phrases at either end: one that is as frequent says all that the longer one does. */
function partsOf(phrase: string): string[] {
  return [phrase.slice(0, phrase.lastIndexOf(' ')), phrase.slice(phrase.indexOf(' ') + 1)];
}

/** The phrases that the places of a name in a snippet form with the words beside them. */
function* phrasesOf(snippet: string, name: string): Generator<string> {
  if (name === '') return;
  const room = MOST_WORDS - name.split(' ').length;
  for (let start = snippet.indexOf(name); start >= 0 && room > 0; ) {
    const end = start + name.length;
    if (isWhole(snippet, start, end)) {
      const before = wordsBefore(snippet, start, room);
      const after = wordsAfter(snippet, end, room);
      for (let left = 0; left <= before.length; left += 1)
        for (let right = left === 0 ? 1 : 0; right <= Math.min(after.length, room - left); right += 1)
          yield [...before.slice(before.length - left), name, ...after.slice(0, right)].join(' ');
    }
    start = snippet.indexOf(name, end);
  }
}

function isWhole(text: string, start: number, end: number): boolean {
  return !PART_OF_WORD.test(text.charAt(start - 1)) && !PART_OF_WORD.test(text.charAt(end));
}

/** The words directly before a place, in the order of the text, up to the first that is none or a function word. */
function wordsBefore(text: string, start: number, most: number): string[] {
  const words: string[] = [];
  for (let at = start; words.length < most; ) {
    const word = BEFORE.exec(text.slice(Math.max(0, at - REACH), at))?.[1];
    if (word === undefined || FUNCTION_WORDS.has(word.toLowerCase())) break;
    words.unshift(word);
    at -= word.length + 1;
  }
  return words;
}

/** The words directly behind a place, as `wordsBefore`. */
function wordsAfter(text: string, end: number, most: number): string[] {
  const words: string[] = [];
  for (let at = end; words.length < most; ) {
    NEXT.lastIndex = at;
    const word = NEXT.exec(text)?.[1];
    if (word === undefined || FUNCTION_WORDS.has(word.toLowerCase())) break;
    words.push(word);
    at += word.length + 1;
  }
  return words;
}
