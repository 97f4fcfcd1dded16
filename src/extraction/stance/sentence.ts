/**
 * What one sentence says of each name in it. The sentence is divided where another name takes over; each part speaks
 * of the names in it, in a comparison against those on its other side.
 */
import { evidence, evidenceAt, evidenceEnd, turns, weigh } from './evidence.ts';
import { BAD_LABELS, GOOD_LABELS } from './lexicon.ts';
import { assignRoles, divide, isDenied, parts, passBy, TIMES } from './parts.ts';
import { collectNames, hasWord, matchItems, names, OTHERS, roles, tokens } from './sheet.ts';
import { COLON, END, type Named, STOP, WORD } from './tokens.ts';

/** What was said of an actor: sums of the weights of praise and of criticism, and the words. */
export interface Said {
  praise: number;
  criticism: number;
  words: string[];
}

/** A label that stands before a sentence: what follows is a merit (1), a fault (-1) or neither (0). */
export type Label = -1 | 0 | 1;

/** Words and phrases that are told of a stance. */
const MAX_WORDS = 8;
const LABEL = 0.4;
/** What a sentence that begins with "However" adds to what it finds fault with. */
const RESERVED = 0.15;
const LABEL_REACH = 8;
const MAX_LABEL = 60;
const COSTS = new Set(
  'price prices cost costs charges charge charged pay pays paid bills billed fee fees rate rates premium premiums apr interest latency noise weight maintenance risk commission commissions pricing tariff tariffs consumption emissions'.split(
    ' ',
  ),
);

const COMPARING = new Set(['as', 'than', 'worse', 'better']);
/** "For long flights: NAME". */
const RECOMMENDS = new Set(['for', 'if']);
const LESS = new Set('less fewer smaller shorter narrower thinner dimmer'.split(' '));
const MORE = new Set('more greater bigger larger longer wider brighter'.split(' '));

/**
 * @param named the names in it, ascending, not overlapping; actors number from 0
 * @param actors how many actors there are
 */
export function readSentence(
  text: string,
  start: number,
  end: number,
  named: readonly Named[],
  actors: number,
  label: Label = 0,
): Said[] {
  const said = Array.from({ length: actors }, (): Said => ({ praise: 0, criticism: 0, words: [] }));
  tokens.read(text, start, end, named);
  known = 0;
  subject = -1;
  isAsked = tokens.isQuestion;
  if (isAsked) {
    if (actors === 1) subject = 0;
    return said;
  }
  const own = ownLabel();
  const count = matchItems();
  known = count;
  collectNames();
  const compared = assignRoles(count);
  divide(count);
  passBy();
  findSubject();
  weigh(text, count, compared);
  attribute(text, said, own || label, own === 0 ? 0 : labelEnd);
  return said;
}

/** What is asked is said of nobody; it tells what "yes" or "no" after it means. */
export function readQuestion(text: string, start: number, end: number): Said {
  const said: Said = { praise: 0, criticism: 0, words: [] };
  tokens.read(text, start, end, []);
  const count = matchItems();
  collectNames();
  weigh(text, count, assignRoles(count));
  attribute(text, [said], 0, 0);
  return said;
}

let known = 0;
let subject = -1;
let isAsked = false;

/** Of the sentence read last: whom it speaks of at its end (an actor, else -1), and whether it asks something. */
export function lastSubject(): { actor: number; isQuestion: boolean } {
  return { actor: subject, isQuestion: isAsked };
}

/** The first one spoken of in the last part. */
function findSubject(): void {
  let part = -1;
  for (const [n, name] of names.entries()) {
    if (roles[name] !== 1 || parts[n] === part || tokens.actors[name] === OTHERS) continue;
    part = parts[n]!;
    subject = tokens.actors[name]!;
  }
}

/** How many words and phrases of the lexicon the sentence read last has. */
export function wordsKnown(): number {
  return known;
}

/** What a text without names says of what it stands with: a cell of a table, an entry under "Cons". */
export function readRemark(text: string, start: number, end: number, label: Label): Said {
  return readSentence(text, start, end, [], 1, label)[0]!;
}
let labelEnd = 0;

/** The label that the sentence begins with: "Cons: heavy". */
function ownLabel(): Label {
  const { kinds, words } = tokens;
  for (let i = 1; i < Math.min(tokens.count, LABEL_REACH); i++) {
    if (kinds[i] === COLON || (kinds[i] === STOP && i < tokens.count - 1)) {
      labelEnd = i + 1;
      return labelOf(words.slice(words[0]!.charCodeAt(0) >= 0x2600 ? 1 : 0, i).join(' '));
    }
    if (kinds[i] !== WORD) break;
  }
  // A mark of its own: "❌ Harkness".
  labelEnd = 1;
  return tokens.count > 0 && kinds[0] === WORD && words[0]!.charCodeAt(0) >= 0x2600 ? labelOf(words[0]!) : 0;
}

/** Of words in lower case without marks. */
function labelOf(words: string): Label {
  if (GOOD_LABELS.has(words)) return 1;
  return BAD_LABELS.has(words) ? -1 : 0;
}

/** Whether a text is nothing but a label: "Cons:", "Worth skipping". */
export function labelIn(text: string, start: number, end: number): Label {
  if (end - start > MAX_LABEL) return 0;
  tokens.read(text, start, end, []);
  let words = '';
  for (let i = 0; i < tokens.count; i++) {
    const kind = tokens.kinds[i]!;
    if (kind === WORD && tokens.words[i]!.charCodeAt(0) < 0x2600)
      words += words === '' ? tokens.words[i] : ` ${tokens.words[i]}`;
  }
  return labelOf(words);
}

/** Whether a text has any word. */
export function hasWords(text: string, start: number, end: number): boolean {
  tokens.read(text, start, end, []);
  for (let i = 0; i < tokens.count; i++) if (tokens.kinds[i] === WORD) return true;
  return false;
}

/** Sums what each part says for the names in it. */
function attribute(text: string, said: Said[], label: Label, labelled: number): void {
  const { actors, kinds, words } = tokens;
  if (names.length === 0) {
    tell(text, 0, tokens.count, label, labelled);
    const its = said[0]!;
    its.praise = praise;
    its.criticism = criticism;
    its.words = told;
    return;
  }
  const others: Said = { praise: 0, criticism: 0, words: [] };
  for (let first = 0; first < names.length; ) {
    const from = first === 0 ? 0 : parts[first]!;
    let next = first + 1;
    while (next < names.length && parts[next] === parts[first]) next++;
    const to = next < names.length ? parts[next]! : tokens.count;
    const own = names.slice(first, next);
    const isCompared = own.some((name) => roles[name] === -1);
    tell(text, from, to, label, labelled);
    if (praise === 0 && criticism === 0 && isCompared) tellDegree(text, from, to);
    if (RECOMMENDS.has(words[0]!) && kinds[own[0]! - 1] === COLON) praise += 0.3;
    const done = new Set<number>();
    const give = (name: number, role: number) => {
      const its = actors[name] === OTHERS ? others : said[actors[name]!];
      if (its === undefined || done.has(actors[name]!)) return;
      done.add(actors[name]!);
      its.praise += role > 0 ? praise : criticism;
      its.criticism += role > 0 ? criticism : praise;
      for (const word of told) if (its.words.length < MAX_WORDS) its.words.push(word);
    };
    for (const name of own) if (roles[name] === 1) give(name, 1);
    for (const name of own) {
      if (roles[name] !== -1 || done.has(actors[name]!)) continue;
      // Only the turn of the sentence that compares holds against it.
      const turn = turnOf(name, from);
      const stop = Math.min(stopAfter(name, to), nextTurn(name, to));
      if (turn > from || stop < to) {
        tell(text, turn, stop, label, labelled);
        if (praise === 0 && criticism === 0) tellDegree(text, turn, stop);
      }
      give(name, -1);
    }
    first = next;
  }
  if (others.praise + others.criticism === 0 || !isSubject(OTHERS)) return;
  // "… but other brands may have limited support"
  for (const its of said) {
    if (its.praise + its.criticism > 0) continue;
    its.praise = others.criticism / 2;
    its.criticism = others.praise / 2;
    its.words = others.words;
  }
}
/** Whether an actor is spoken of, not only compared with. */
function isSubject(actor: number): boolean {
  return names.some((name) => tokens.actors[name] === actor && roles[name] === 1);
}

let praise = 0;
let criticism = 0;
let told: string[] = [];

/** Sums the evidence in [from, to). */
function tell(text: string, from: number, to: number, label: Label, labelled: number): void {
  const { starts, ends } = tokens;
  praise = label > 0 ? LABEL : 0;
  criticism = label < 0 ? LABEL : 0;
  told = [];
  let turn = from;
  for (const at of turns) if (at < to && at > turn) turn = at;
  const before = { praise: 0, criticism: 0 };
  let laterFrom = -1;
  let earlier = 0;
  for (let e = 0; e < evidence.length; e++) {
    const at = evidenceAt[e]!;
    const value = evidence[e]!;
    if (at < from || at >= to || at < labelled || value === 0 || value * label < 0) continue;
    if (at >= turn && turn > from && laterFrom < 0) {
      laterFrom = e;
      earlier = praise - criticism;
      before.praise = praise;
      before.criticism = criticism;
    }
    if (value > 0) praise += value;
    else criticism -= value;
    if (told.length < MAX_WORDS) told.push(text.slice(starts[at]!, ends[evidenceEnd[e]! - 1]!));
  }
  const isReserved = tokens.words[from] === 'however' || tokens.words[from] === 'but';
  if (isReserved && praise === 0 && criticism > 0) criticism += RESERVED;
  if (laterFrom < 0) return;
  // A fault that comes after "but" weighs out praise, however small it is; and the other way round.
  const later = praise - before.praise - (criticism - before.criticism);
  // One said in passing ("though it may be pricey") does not.
  if (earlier > 0 && later <= -MINOR) criticism += Math.min(-3 * later, Math.max(0, earlier + later));
  else if (earlier < 0 && later > 0) praise += Math.min(later, Math.max(0, -earlier - later));
}

/** A comparison by degree alone: "more ports than", "lower fees than". */
function tellDegree(text: string, from: number, to: number): void {
  const { starts, ends, words } = tokens;
  const costs = hasWord(from, to, COSTS);
  for (let i = from; i < to; i++) {
    const word = words[i]!;
    let degree = 0;
    if (MORE.has(word) || word === 'higher' || (word === 'much' && TIMES.has(words[i - 2] ?? ''))) degree = 1;
    else if (LESS.has(word) || word === 'lower') degree = -1;
    else if (word !== 'as' || !isDenied(i)) continue;
    if (degree !== 0 && costs) degree = -degree;
    if (degree > 0) praise = 0.3;
    else criticism = 0.3;
    told.push(text.slice(starts[i]!, ends[i]!));
    return;
  }
}

/** Where the turn of the sentence begins that a name is in: at "but", "although" and the like. */
function turnOf(name: number, from: number): number {
  let start = from;
  for (const at of turns) if (at <= name && at > start) start = at;
  for (let i = name - 1; i > start; i--) if (tokens.kinds[i] === STOP || tokens.kinds[i] === END) return i;
  return start;
}

/** Where the sentence turns to other matters after a name: not to a further comparison. */
function nextTurn(name: number, to: number): number {
  for (const at of turns) if (at > name && at < to && !hasWord(at, to, COMPARING)) return at;
  return to;
}

/** The semicolon, dash or full stop after a name. */
function stopAfter(name: number, to: number): number {
  for (let i = name + 1; i < to; i++) if (tokens.kinds[i] === STOP || tokens.kinds[i] === END) return i;
  return to;
}

/** A fault that is less takes only its own weight off praise. */
const MINOR = 0.3;

/** Below this share praise and criticism weigh each other out. */
const BALANCE = 0.25;
/** Less than a mild word is no stance. */
const LEAST = 0.15;

/** Weight of half a stance: one plain word of praise scores 75. */
const HALF = 0.5;

/** -1 to 1; null where nothing is said. */
export function stanceOf({ praise, criticism }: Said): number | null {
  const sum = praise + criticism;
  if (sum < LEAST) return null;
  const tilt = (praise - criticism) / sum;
  const clear = Math.sign(tilt) * Math.max(0, (Math.abs(tilt) - BALANCE) / (1 - BALANCE));
  return (clear * sum) / (sum + HALF);
}
