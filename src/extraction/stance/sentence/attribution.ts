/** Attributes the statements in each part of a sentence to the names in it. */
import { isSilent, nothing, nothingSaid, type Said, stanceOf } from '../said.ts';
import type { Parts } from './parts.ts';
import { hasWord, type Name, OTHERS } from './sheet.ts';
import { MAX_WORDS, type Statement, tell, tellCompared } from './telling.ts';
import { COLON, END, STOP, type Tokens } from './tokens.ts';

const COMPARING = new Set(['as', 'than', 'worse', 'better']);
/** "For long flights: NAME". */
const RECOMMENDS = new Set(['for', 'if']);
const RECOMMENDATION = 0.3;

/** The statements of a sentence about each actor. A sentence without names is about the first. */
export function attribute(statement: Statement, parts: Parts, actors: number): Said[] {
  const { names, tokens } = statement.sheet;
  const said = nothingSaid(actors);
  if (names.length === 0) {
    said[0] = tell(statement, 0, tokens.count);
    return said;
  }
  const others = nothing();
  for (let first = 0; first < names.length; ) {
    const from = first === 0 ? 0 : parts[first]!;
    let next = first + 1;
    while (next < names.length && parts[next] === parts[first]) next++;
    const to = next < names.length ? parts[next]! : tokens.count;
    attributePart(statement, names.slice(first, next), from, to, (actor) =>
      actor === OTHERS ? others : said[actor]!,
    );
    first = next;
  }
  contrast(statement, said, parts);
  const areOthersSubject = names.some(({ actor, role }) => actor === OTHERS && role === 1);
  if (isSilent(others) || !areOthersSubject) return said;
  // "… but other brands may have limited support"
  const inTurn = { praise: others.criticism / 2, criticism: others.praise / 2, words: others.words };
  return said.map((its) => (its.praise + its.criticism > 0 ? its : { ...inTurn }));
}

/** Words that set two clauses against each other. */
const CONTRASTS_CLAUSES = new Set(['where', 'what', 'everything', 'unlike']);
const INVERSE = 0.6;

/** "Where A struggles, B delivers": of two names that are set against each other, the silent one is the opposite. */
function contrast({ sheet: { names, tokens } }: Statement, said: Said[], parts: Parts): void {
  if (names.length !== 2 || names[0]!.actor === names[1]!.actor) return;
  const [a, b] = names.map(({ actor }) => said[actor]);
  if (a === undefined || b === undefined || isSilent(a) === isSilent(b)) return;
  const from = tokens.words.findIndex((word) => CONTRASTS_CLAUSES.has(word));
  if (from !== 0 && (from < 0 || from !== parts[1])) return;
  const [silent, loud] = isSilent(a) ? [a, b] : [b, a];
  if (stanceOf(loud) === null) return;
  silent.praise = INVERSE * loud.criticism;
  silent.criticism = INVERSE * loud.praise;
  silent.words.push(...loud.words);
}

/** @param of the statements about an actor so far */
function attributePart(
  statement: Statement,
  names: readonly Name[],
  from: number,
  to: number,
  of: (actor: number) => Said,
): void {
  const { tokens } = statement.sheet;
  const isCompared = names.some(({ role }) => role === -1);
  let stance = (isCompared ? tellCompared : tell)(statement, from, to);
  if (RECOMMENDS.has(tokens.words[0]!) && tokens.kinds[names[0]!.at - 1] === COLON)
    stance.praise += RECOMMENDATION;
  const done = new Set<number>();
  for (const { actor, role } of names) {
    if (role !== 1 || done.has(actor)) continue;
    done.add(actor);
    give(of(actor), stance.praise, stance.criticism, stance.words);
  }
  for (const { actor, role, at } of names) {
    if (role !== -1 || done.has(actor)) continue;
    // Only the clause with the comparison counts against it.
    const { turns } = statement.weighed;
    const turn = lastTurn(tokens, turns, at, from);
    const stop = Math.min(stopAfter(tokens, at, to), nextTurn(tokens, turns, at, to));
    if (turn > from || stop < to) stance = tellCompared(statement, turn, stop);
    done.add(actor);
    give(of(actor), stance.criticism, stance.praise, stance.words);
  }
}

/** Adds to the statements about an actor. */
function give(said: Said, praise: number, criticism: number, words: readonly string[]): void {
  said.praise += praise;
  said.criticism += criticism;
  for (const word of words) if (said.words.length < MAX_WORDS) said.words.push(word);
}

/** Start of the clause with a name: at "but", "although" and the like. */
function lastTurn({ kinds }: Tokens, turns: readonly number[], name: number, from: number): number {
  let start = from;
  for (const at of turns) if (at <= name && at > start) start = at;
  for (let i = name - 1; i > start; i--) if (kinds[i] === STOP || kinds[i] === END) return i;
  return start;
}

/** Start of the next clause after a name that is not a further comparison. */
function nextTurn(tokens: Tokens, turns: readonly number[], name: number, to: number): number {
  return turns.find((at) => at > name && at < to && !hasWord(tokens, at, to, COMPARING)) ?? to;
}

/** The semicolon, dash or full stop after a name. */
function stopAfter({ kinds }: Tokens, name: number, to: number): number {
  for (let i = name + 1; i < to; i++) if (kinds[i] === STOP || kinds[i] === END) return i;
  return to;
}
