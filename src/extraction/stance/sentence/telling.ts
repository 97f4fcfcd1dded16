/** Sums the evidence in a range of a sentence. */
import { LEAST, nothing, type Said } from '../said.ts';
import { isDenied, TIMES } from './comparisons.ts';
import type { Weighed } from './evidence.ts';
import type { Label } from './labels.ts';
import { hasWord, type Sheet } from './sheet.ts';

/** Maximum number of words and phrases reported for a stance. */
export const MAX_WORDS = 8;
const LABEL = 0.4;
/** Additional criticism in a sentence that begins with "However". */
const RESERVED = 0.15;
/** A smaller fault reduces praise only by its own weight. */
const MINOR = 0.3;
/** Weight of a comparison by degree alone. */
const DEGREE = 0.3;

const COSTS = new Set(
  'price prices cost costs charges charge charged pay pays paid bills billed fee fees rate rates premium premiums apr interest latency noise weight maintenance risk commission commissions pricing tariff tariffs consumption emissions'.split(
    ' ',
  ),
);
const LESS = new Set('less fewer smaller shorter narrower thinner dimmer'.split(' '));
const MORE = new Set('more greater bigger larger longer wider brighter'.split(' '));

/** A sentence with its evidence. */
export interface Statement {
  sheet: Sheet;
  weighed: Weighed;
  label: Label;
  /** The tokens before it are the label. */
  labelEnd: number;
}

/** Sums the evidence in [from, to). */
export function tell({ sheet, weighed, label, labelEnd }: Statement, from: number, to: number): Said {
  const { starts, ends, words } = sheet.tokens;
  const said = nothing();
  if (label > 0) said.praise = LABEL;
  else if (label < 0) said.criticism = LABEL;
  let turn = from;
  for (const at of weighed.turns) if (at < to && at > turn) turn = at;
  let before: { praise: number; criticism: number } | null = null;
  for (const { at, end, value } of weighed.evidence) {
    if (at < from || at >= to || at < labelEnd || value === 0 || value * label < 0) continue;
    if (at >= turn && turn > from) before ??= { praise: said.praise, criticism: said.criticism };
    if (value > 0) said.praise += value;
    else said.criticism -= value;
    if (said.words.length < MAX_WORDS) said.words.push(sheet.text.slice(starts[at]!, ends[end - 1]!));
  }
  const isReserved = words[from] === 'however' || words[from] === 'but';
  if (isReserved && said.praise === 0 && said.criticism > 0) said.criticism += RESERVED;
  if (before !== null) weighTurn(said, before);
  return said;
}

/** A fault after "but" cancels earlier praise, however small the fault is, and vice versa. */
function weighTurn(said: Said, before: { praise: number; criticism: number }): void {
  const earlier = before.praise - before.criticism;
  const later = said.praise - before.praise - (said.criticism - before.criticism);
  // A fault in passing ("though it may be pricey") does not cancel it.
  if (earlier > 0 && later <= -MINOR) said.criticism += Math.min(-3 * later, Math.max(0, earlier + later));
  else if (earlier < 0 && later > 0) said.praise += Math.min(later, Math.max(0, -earlier - later));
}

/** The same for a range with a comparison: by degree alone, if it has no other evidence. */
export function tellCompared(statement: Statement, from: number, to: number): Said {
  const said = tell(statement, from, to);
  if (said.praise + said.criticism < LEAST) addDegree(said, statement.sheet, from, to);
  return said;
}

/** A comparison by degree alone: "more ports than", "lower fees than". */
function addDegree(said: Said, { text, tokens }: Sheet, from: number, to: number): void {
  const { starts, ends, words } = tokens;
  for (let i = from; i < to; i++) {
    const word = words[i]!;
    let degree = 0;
    if (MORE.has(word) || word === 'higher' || (word === 'much' && TIMES.has(words[i - 2] ?? '')))
      degree = words[i - 2] === 'half' ? -1 : 1;
    else if (LESS.has(word) || word === 'lower') degree = -1;
    else if (word === 'as' && TIMES.has(words[i - 1] ?? ''))
      degree = words[i - 1] === 'half' ? -1 : 1; // "twice as long as"
    else if (word !== 'as' || !isDenied(tokens, i)) continue;
    const isMerit = degree !== 0 && degree > 0 !== hasWord(tokens, from, to, COSTS);
    if (isMerit) said.praise = DEGREE;
    else said.criticism = DEGREE;
    said.words.push(text.slice(starts[i]!, ends[i]!));
    return;
  }
}
