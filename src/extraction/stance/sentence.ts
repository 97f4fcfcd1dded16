/**
 * What one sentence says of each name in it. The sentence is divided where another name takes over; each part speaks
 * of the names in it, in a comparison against those on its other side.
 */
import {
  AGAINST,
  ANY_WORD,
  BAD_LABELS,
  CURES,
  type Entry,
  GOOD_LABELS,
  LOSES,
  MENTIONS,
  NAME_WORD,
  NO_COMPARISON,
  NO_SHIELD,
  type Node,
  root,
  WINS,
} from './lexicon.ts';
import { CLOSE, COLON, COMMA, END, MAX_READ, NAME, type Named, OPEN, STOP, Tokens, WORD } from './tokens.ts';

/** What was said of an actor: sums of the weights of praise and of criticism, and the words. */
export interface Said {
  praise: number;
  criticism: number;
  words: string[];
}

/** A label that stands before a sentence: what follows is a merit (1), a fault (-1) or neither (0). */
export type Label = -1 | 0 | 1;

/** Actors told apart in a sentence; further ones have no stance. */
const MAX_ACTORS = 64;
const OTHERS = MAX_ACTORS;
/** Words and phrases that are told of a stance. */
const MAX_WORDS = 8;
/** Tokens over which a negation, a degree and what is dealt with reach. */
const NEGATION_REACH = 6;
const DEGREE_REACH = 3;
const SHIELD_REACH = 9;
const CONDITION_REACH = 14;
/** Tokens between a comparison and the name it holds against. */
const OBJECT_REACH = 7;
const MENTION_REACH = 3;
const COMPARISON = 0.5;
const LABEL = 0.4;
const LABEL_REACH = 8;
const MAX_LABEL = 60;

const CONTENT = new Set(
  (
    'is are was were has have had offers offer provides comes features includes delivers uses gives makes sells launched requires costs pays needs runs ' +
    'supports gets feels sounds looks works takes charges lets keeps operates flies remains stays does can will gets has stands goes went go choose pick get buy ' +
    "try consider select sports boasts brings adds leads wins shares received earned reports says focuses tends doesn't isn't don't aren't can't won't caused drops"
  ).split(' '),
);
const COORDINATORS = new Set(['and', 'or', 'nor', 'plus', '&']);
const FILLERS = new Set(['the', 'a', 'an', 'its', 'both', 'even', 'those', 'of', 'from', 'that', '']);
const PREPOSITIONS = new Set([
  'by',
  'for',
  'with',
  'from',
  'at',
  'in',
  'on',
  'via',
  'within',
  'through',
  'inside',
  'using',
  'into',
]);
const COSTS = new Set(
  'price prices cost costs fee fees rate rates premium premiums apr interest latency noise weight maintenance risk commission commissions pricing tariff tariffs consumption emissions'.split(
    ' ',
  ),
);
/** "For long flights: NAME". */
const RECOMMENDS = new Set(['for', 'if']);
/** What people know, not what is judged: "expertise in NAME is sought after". */
const SKILLS = new Set(['expertise', 'skills', 'proficiency', 'familiarity']);
const LESS = new Set(['less', 'fewer']);
const MORE = new Set(['more', 'greater']);

const tokens = new Tokens();
const itemStarts = new Int32Array(MAX_READ + 2);
const itemEnds = new Int32Array(MAX_READ + 2);
const items: Entry[] = [];
const names: number[] = [];
/** By NAME token: 1 the stance is towards it, -1 against it, 0 it is only mentioned. */
const roles = new Int8Array(MAX_READ + 2);
/** Where the part begins that speaks of a name: by index of `names`. */
const parts: number[] = [];
/** Where "but" and the like stand. */
const turns: number[] = [];
const evidenceAt: number[] = [];
const evidenceEnd: number[] = [];
const evidence: number[] = [];

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
  if (tokens.isQuestion) return said;
  const own = ownLabel();
  const count = matchItems();
  collectNames();
  const compared = assignRoles(count);
  divide(count);
  passBy();
  weigh(count, compared);
  attribute(text, said, own || label, own === 0 ? 0 : labelEnd);
  return said;
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
      return labelOf(words.slice(0, i).join(' '));
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

/** Finds the longest phrases; answers how many. */
function matchItems(): number {
  const { kinds, words } = tokens;
  let count = 0;
  let i = 0;
  while (i < tokens.count) {
    const entryEnd = kinds[i]! <= NAME ? longestAt(i) : 0;
    if (entryEnd === 0) {
      i++;
      continue;
    }
    const entry = found!;
    if (entry.isOther) {
      kinds[i] = NAME;
      tokens.actors[i] = OTHERS;
      for (let k = i + 1; k < entryEnd; k++) words[k] = '';
    } else {
      itemStarts[count] = i;
      itemEnds[count] = entryEnd;
      items[count++] = entry;
    }
    i = entryEnd;
  }
  return count;
}

let found: Entry | null = null;

function longestAt(from: number): number {
  const { kinds, words, count } = tokens;
  let node: Node | undefined = root.get(kinds[from] === NAME ? NAME_WORD : words[from]!);
  let end = 0;
  let at = from;
  while (node !== undefined) {
    at++;
    if (node.entry !== null) {
      found = node.entry;
      end = at;
    }
    if (node.next === null || at >= count || kinds[at]! > NAME) break;
    const isName = kinds[at] === NAME;
    node = node.next.get(isName ? NAME_WORD : words[at]!) ?? (isName ? undefined : node.next.get(ANY_WORD));
  }
  return end;
}

function collectNames(): void {
  names.length = 0;
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kinds[i] !== NAME) continue;
    names.push(i);
    roles[i] = 1;
  }
}

/** Sets the roles of names in comparisons; answers by item whether it compares with a name. */
function assignRoles(count: number): boolean[] {
  const compared: boolean[] = [];
  for (let k = 0; k < count; k++) {
    const { compares } = items[k]!;
    let kind = compares;
    const end = itemEnds[k]!;
    if (kind === NO_COMPARISON) continue;
    const object = objectAfter(end, kind === MENTIONS ? MENTION_REACH : OBJECT_REACH);
    if (object < 0) continue;
    compared[k] = true;
    if (kind === WINS || kind === LOSES) kind = AGAINST;
    const role = kind === AGAINST ? -1 : 0;
    const isLeading = names[0] === object;
    roles[object] = role;
    for (let n = names.indexOf(object) + 1; n < names.length; n++) {
      if (!isJoined(names[n - 1]!, names[n]!, !isLeading)) break;
      roles[names[n]!] = role;
    }
  }
  comparedAs();
  return compared;
}

/** A name after a preposition is only mentioned where another one is the subject. */
function passBy(): void {
  for (const [n, name] of names.entries()) {
    if (roles[name] !== 1) continue;
    const previous = n === 0 ? -1 : names[n - 1]!;
    if (n > 0 && parts[n] === parts[n - 1] && tokens.actors[name] !== tokens.actors[previous]) {
      const before = tokens.words[name - 1] === 'the' ? name - 2 : name - 1;
      if (before > previous && PREPOSITIONS.has(tokens.words[before]!)) roles[name] = 0;
    }
    if (roles[name] === 1 && hasWord(parts[n]!, name, SKILLS)) roles[name] = 0;
  }
}

/** "as fast as NAME": against it after a negation or "twice", else alike. */
function comparedAs(): void {
  const { words } = tokens;
  for (const name of names) {
    const last = words[name - 1] === 'the' ? name - 2 : name - 1;
    if (last < 2 || words[last] !== 'as') continue;
    let first = last - 2;
    while (first >= Math.max(0, last - 6) && words[first] !== 'as') first--;
    if (first < 0 || words[first] !== 'as') continue;
    for (let k = first - 1; k >= Math.max(0, first - 4); k--) {
      const word = words[k]!;
      if (
        word === 'twice' ||
        word === 'times' ||
        word === 'half' ||
        (root.get(word)?.entry?.negates ?? false)
      ) {
        roles[name] = -1;
      }
    }
  }
}

function objectAfter(from: number, reach: number): number {
  for (let i = from; i < Math.min(tokens.count, from + reach); i++) {
    const kind = tokens.kinds[i]!;
    if (kind === NAME) return i;
    if (kind !== WORD) return -1;
  }
  return -1;
}

/** Whether nothing but "and" and articles stands between two names. */
function isJoined(a: number, b: number, byComma: boolean): boolean {
  for (let i = a + 1; i < b; i++) {
    const kind = tokens.kinds[i]!;
    if (kind === COMMA ? !byComma : kind !== WORD) return false;
    const word = tokens.words[i]!;
    if (kind === WORD && !COORDINATORS.has(word) && !FILLERS.has(word)) return false;
  }
  return true;
}

/** Divides the sentence where another name takes over. */
function divide(count: number): void {
  parts.length = 0;
  let item = 0;
  for (const [n, name] of names.entries()) {
    const previous = n === 0 ? 0 : names[n - 1]!;
    let border = parts.at(-1) ?? 0;
    if (n > 0 && tokens.actors[name] !== tokens.actors[previous]) {
      let strong = -1;
      let weak = -1;
      let first = -1;
      let last = -1;
      let words = 0;
      let wordsBefore = 0;
      for (let i = previous + 1; i < name; i++) {
        while (item < count && itemEnds[item]! <= i) item++;
        const entry = item < count && itemStarts[item]! <= i ? items[item]! : null;
        const kind = tokens.kinds[i]!;
        if (kind === WORD) {
          const word = tokens.words[i]!;
          if (entry?.contrasts && itemStarts[item] === i) {
            strong = i;
            wordsBefore = 99;
            continue;
          }
          if (COORDINATORS.has(word)) weak = i;
          else {
            if (!FILLERS.has(word)) words++;
            const isContent =
              (entry !== null && (entry.value !== 0 || entry.compares !== NO_COMPARISON)) ||
              CONTENT.has(word);
            if (isContent) {
              if (first < 0) first = i;
              last = i;
            }
          }
        } else if (kind === COMMA) weak = i;
        else if (kind === STOP || kind === CLOSE || kind === END || (kind === OPEN && closes(i, name))) {
          if (words >= 2 || first >= 0) {
            strong = i;
            wordsBefore = words;
          }
        }
      }
      const isLeadingComparison =
        roles[previous] === -1 && n === 1 && (first < 0 || first > weak) && strong < 0;
      if (strong >= 0 && wordsBefore > 0) border = strong;
      else if (weak >= 0 && !isLeadingComparison && roles[name] === 1 && (first >= 0 || last >= 0))
        border = weak;
    }
    parts.push(border);
  }
}

/** Whether the bracket that opens at `i` closes before `limit`. */
function closes(i: number, limit: number): boolean {
  for (let k = i + 1; k < limit; k++) if (tokens.kinds[k] === CLOSE) return true;
  return false;
}

/** Weighs what is said, in the order of the sentence: negation, degree, conditions and what is only dealt with. */
function weigh(count: number, compared: readonly boolean[]): void {
  evidence.length = 0;
  turns.length = 0;
  evidenceAt.length = 0;
  evidenceEnd.length = 0;
  const { kinds, words } = tokens;
  let negatedTo = -1;
  let absence = -1;
  let degree = 1;
  let degreeTo = -1;
  let shields = NO_SHIELD;
  let shieldTo = -1;
  let conditionTo = -1;
  let at = 0;
  let part = 0;
  const push = (start: number, end: number, value: number) => {
    evidenceAt.push(start);
    evidenceEnd.push(end);
    evidence.push(value);
  };
  for (let k = 0; k <= count; k++) {
    const start = k < count ? itemStarts[k]! : tokens.count;
    for (; at < start; at++) {
      const kind = kinds[at]!;
      if (kind === WORD) {
        const word = words[at]!;
        if ((word === 'or' || word === 'nor') && negatedTo >= at) negatedTo = Math.max(negatedTo, at + 4);
        continue;
      }
      if (kind === NAME) {
        if (conditionTo > 0) conditionTo = -1;
      } else {
        if (kind !== COMMA || negatedTo < at + 1 || !/^(or|nor)$/.test(words[at + 1] ?? '')) negatedTo = -1;
        conditionTo = -1;
        if (kind !== COMMA) shieldTo = -1;
      }
    }
    if (k === count) break;
    while (part + 1 < names.length && parts[part + 1]! <= start) {
      part++;
      if (parts[part]! > at - 2) {
        negatedTo = -1;
        shieldTo = -1;
        conditionTo = -1;
      }
    }
    const entry = items[k]!;
    const end = itemEnds[k]!;
    at = end;
    if (entry.isTopic) continue;
    if (entry.contrasts) {
      turns.push(start);
      negatedTo = -1;
      shieldTo = -1;
      conditionTo = -1;
      continue;
    }
    if (entry.conditions) {
      conditionTo = start + CONDITION_REACH;
      continue;
    }
    let value = entry.value;
    if (value === 0 && compared[k] && (entry.compares === WINS || entry.compares === LOSES)) {
      value = entry.compares === WINS ? COMPARISON : -COMPARISON;
    }
    if (entry.negates) {
      // A merit if something bad is missing: decided by what follows.
      if (absence >= 0 && negatedTo >= start) {
        evidence[absence] = COMPARISON; // "lacks nothing"
        absence = -1;
        continue;
      }
      absence = -1;
      if (value !== 0 && conditionTo < start) {
        absence = evidence.length;
        push(start, end, value);
      }
      negatedTo = end + NEGATION_REACH - 1;
      continue;
    }
    if (entry.shields !== NO_SHIELD) {
      shields = entry.shields;
      shieldTo = end + SHIELD_REACH;
      continue;
    }
    if (value === 0) {
      if (entry.degree !== 1) {
        degree = degreeTo >= start ? degree * entry.degree : entry.degree;
        degreeTo = end + DEGREE_REACH - 1;
      }
      continue;
    }
    if (conditionTo >= start) continue;
    if (degreeTo >= start) value = Math.max(-1, Math.min(1, value * degree));
    if (words[start - 1] === 'less' || words[start - 1] === 'least' || words[start - 1] === 'too') {
      value = words[start - 1] === 'too' ? -Math.abs(value) : -0.6 * value;
    }
    if (words[end] === 'free' && value < 0 && tokens.starts[end]! === tokens.ends[end - 1]! + 1)
      value = 0.5 * -value;
    if (value < 0 && shieldTo >= start && negatedTo < start) value = shields === CURES ? 0.2 : 0;
    if (negatedTo >= start) {
      const isMerit = value < 0;
      value = isMerit ? Math.max(0.3, -0.7 * value) : Math.min(-0.3, -0.7 * value);
      if (absence >= 0) {
        evidence[absence] = 0;
        value = isMerit ? value : Math.min(value, -0.3);
        absence = -1;
      }
    }
    if (value !== 0) push(start, end, value);
  }
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
      const [turnFrom, turnTo] = turnOf(name, from, to);
      if (turnFrom > from || turnTo < to) {
        tell(text, turnFrom, turnTo, label, labelled);
        if (praise === 0 && criticism === 0) tellDegree(text, turnFrom, turnTo);
      }
      give(name, -1);
    }
    first = next;
  }
  if (others.praise + others.criticism === 0) return;
  // "… but other brands may have limited support"
  for (const its of said) {
    if (its.praise + its.criticism > 0) continue;
    its.praise = others.criticism / 2;
    its.criticism = others.praise / 2;
    its.words = others.words;
  }
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
  for (let e = 0; e < evidence.length; e++) {
    const at = evidenceAt[e]!;
    const value = evidence[e]!;
    if (at < from || at >= to || at < labelled || value === 0 || value * label < 0) continue;
    if (value > 0) praise += value;
    else criticism -= value;
    if (told.length < MAX_WORDS) told.push(text.slice(starts[at]!, ends[evidenceEnd[e]! - 1]!));
  }
}

/** A comparison by degree alone: "more ports than", "lower fees than". */
function tellDegree(text: string, from: number, to: number): void {
  const { starts, ends, words } = tokens;
  const costs = hasWord(from, to, COSTS);
  for (let i = from; i < to; i++) {
    const word = words[i]!;
    if (MORE.has(word) || word === (costs ? 'lower' : 'higher')) praise = 0.3;
    else if (LESS.has(word) || word === 'lower' || word === 'higher' || word === 'smaller') criticism = 0.3;
    else continue;
    told.push(text.slice(starts[i]!, ends[i]!));
    return;
  }
}

/** The stretch around a name between "but", "although" and the like. */
function turnOf(name: number, from: number, to: number): [number, number] {
  let start = from;
  let end = to;
  for (const at of turns) {
    if (at <= name && at > start) start = at;
    if (at > name && at < end) end = at;
  }
  return [start, end];
}

function hasWord(from: number, to: number, set: ReadonlySet<string>): boolean {
  for (let i = from; i < to; i++) if (set.has(tokens.words[i]!)) return true;
  return false;
}

/** Below this share praise and criticism weigh each other out. */
const BALANCE = 0.25;
/** Weight of half a stance: one plain word of praise scores 75. */
const HALF = 0.5;

/** -1 to 1; null where nothing is said. */
export function valueOf({ praise, criticism }: Said): number | null {
  const sum = praise + criticism;
  if (sum === 0) return null;
  const tilt = (praise - criticism) / sum;
  const clear = Math.sign(tilt) * Math.max(0, (Math.abs(tilt) - BALANCE) / (1 - BALANCE));
  return (clear * sum) / (sum + HALF);
}
