/**
 * The stance of one sentence towards each name in it. The sentence is divided where another name takes over. Each part
 * refers to the names in it; in a comparison, it counts against those on the other side.
 */
import { nothingSaid, type Said } from '../said.ts';
import { attribute } from './attribution.ts';
import { assignRoles } from './comparisons.ts';
import { weigh } from './evidence.ts';
import { type Label, ownLabel } from './labels.ts';
import { divide, type Parts } from './parts.ts';
import { OTHERS, readSheet, type Sheet } from './sheet.ts';
import { type Named, Tokens } from './tokens.ts';

export interface ReadSentence {
  /** By actor. */
  said: Said[];
  /** The actor that the end of the sentence refers to; -1: none. */
  subject: number;
  isQuestion: boolean;
  /** Number of lexicon words and phrases in it. */
  known: number;
}

/**
 * @param named the names in it, ascending, not overlapping; actors are numbered from 0
 * @param actors number of actors
 */
export function readSentence(
  text: string,
  start: number,
  end: number,
  named: readonly Named[],
  actors: number,
  label: Label = 0,
): ReadSentence {
  const tokens = new Tokens(text, start, end, named);
  // A question states nothing about anyone.
  if (tokens.isQuestion) {
    return { said: nothingSaid(actors), subject: actors === 1 ? 0 : -1, isQuestion: true, known: 0 };
  }
  const own = ownLabel(tokens);
  const sheet = readSheet(text, tokens);
  const compared = assignRoles(sheet);
  const parts = divide(sheet);
  const statement = {
    sheet,
    weighed: weigh(sheet, parts, compared),
    label: own.label || label,
    labelEnd: own.label === 0 ? 0 : own.end,
  };
  return {
    said: attribute(statement, parts, actors),
    subject: findSubject(sheet, parts),
    isQuestion: false,
    known: sheet.items.length,
  };
}

/** The stance that a question would have as a statement: it determines the meaning of a "yes" or "no" after it. */
export function readQuestion(text: string, start: number, end: number): Said {
  const sheet = readSheet(text, new Tokens(text, start, end, []));
  const compared = assignRoles(sheet);
  const weighed = weigh(sheet, [], compared);
  return attribute({ sheet, weighed, label: 0, labelEnd: 0 }, [], 1)[0]!;
}

/** The stance of a text without names towards its context: a cell of a table, an entry under "Cons". */
export function readRemark(text: string, start: number, end: number, label: Label): Said {
  return readSentence(text, start, end, [], 1, label).said[0]!;
}

/** The first subject of the last part. */
function findSubject({ names }: Sheet, parts: Parts): number {
  let subject = -1;
  let part = -1;
  for (const [n, { actor, role }] of names.entries()) {
    if (role !== 1 || parts[n] === part || actor === OTHERS) continue;
    part = parts[n]!;
    subject = actor;
  }
  return subject;
}
