import { type Filter, parse } from 'scim2-parse-filter';
import type { AppError } from '../../base/errors.ts';
import { invalidField } from '../../base/errors.ts';
import type { Tx } from '../../db/client.ts';
import { folded } from './attributes.ts';

type Condition = ReturnType<Tx>;
type Comparison = Extract<Filter, { compValue: unknown }>;

/** A filter whose form was checked, before anything is compared. */
export interface ParsedFilter {
  tree: Filter;
  /** The texts in it: the tree has their numbers instead. */
  texts: string[];
}

interface Column {
  sql: Condition;
  isBoolean: boolean;
  /** Whether A is another letter than a. */
  isExact: boolean;
}

const DEEPEST = 10;
const LONGEST = 1_000;
/** A text, a bracket, a word, or a quote that begins a text without an end. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+|"/gs;
const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew'];
const SUPPORTED =
  'eq, ne, co, sw, ew and pr on id, userName, externalId, emails, emails.value, emails.type, emails.primary and active ' +
  '(eq, ne and pr), with and, or, not (…), parentheses and emails[…].';

/**
 * Reads a filter (RFC 7644, 3.4.2.2). Length and depth are counted first, as the parser calls itself; it knows no
 * escapes of JSON, so texts are decoded here and it gets their numbers.
 * @throws AppError validation_error
 */
export function filterOf(text: string | undefined): ParsedFilter | null {
  if (text === undefined || text.trim() === '') return null;
  if (text.length > LONGEST) throw invalidFilter(`filter must have ${LONGEST} characters at most.`);
  const texts: string[] = [];
  let depth = 0;
  let isCompared = false;
  const bare = text.replace(TOKEN, (token) => {
    const isText = token.startsWith('"');
    // Some clients leave out the quotes.
    const isValue = isCompared && !/^([()[\]]|true|false|null|-?\d+(\.\d+)?)$/i.test(token);
    isCompared = COMPARISONS.includes(token.toLowerCase());
    if (token === '(' || token === '[') depth += 1;
    if (token === ')' || token === ']') depth -= 1;
    if (depth > DEEPEST) throw invalidFilter(`filter must not be deeper than ${DEEPEST} parentheses.`);
    if (isText || isValue) return `"${texts.push(isText ? decoded(token) : token) - 1}"`;
    return token.toLowerCase();
  });
  if (/\bnot\b(?!\s*\()/.test(bare)) throw invalidFilter('filter: not is followed by parentheses.');
  try {
    return { tree: parse(bare), texts };
  } catch {
    throw invalidFilter(`filter cannot be read. It may have ${SUPPORTED}`);
  }
}

function decoded(token: string): string {
  let text: string;
  try {
    text = JSON.parse(token);
  } catch {
    throw invalidFilter('filter: texts stand in quotes, with the escapes of JSON.');
  }
  if (text.includes('\0') || !text.isWellFormed())
    throw invalidFilter('filter holds a NUL or half a surrogate pair.');
  return text;
}

/**
 * The condition for users of the table `s`.
 * @param isActive SQL of whether the user is active
 * @throws AppError validation_error for what cannot be compared
 */
export function conditionOf(tx: Tx, filter: ParsedFilter, isActive: Condition): Condition {
  const column = (sql: Condition, isExact = false) => ({ sql, isExact, isBoolean: false });
  const emails = column(tx`s.email`);
  const columns = new Map<string, Column>([
    ['id', column(tx`s.id`, true)],
    ['username', column(tx`s.user_name`)],
    ['externalid', column(tx`s.external_id`, true)],
    ['emails', emails],
    ['emails.value', emails],
    ['emails.type', column(tx`'work'`)],
    ['emails.primary', { sql: tx`true`, isExact: true, isBoolean: true }],
    ['active', { sql: isActive, isExact: true, isBoolean: true }],
  ]);
  const walk = (node: Filter, within: string): Condition => {
    switch (node.op) {
      case 'and':
      case 'or': {
        const [first, ...others] = node.filters.map((one) => walk(one, within));
        return others.reduce(
          (all, one) => (node.op === 'and' ? tx`(${all} and ${one})` : tx`(${all} or ${one})`),
          first ?? tx`true`,
        );
      }
      case 'not':
        return tx`(${walk(node.filter, within)}) is not true`;
      case '[]':
        if (within !== '' || folded(node.attrPath) !== 'emails') throw unknown(node.attrPath);
        return walk(node.valFilter, 'emails.');
      default: {
        const found = typeof node.attrPath === 'string' && columns.get(within + folded(node.attrPath));
        if (!found) throw unknown(String(node.attrPath ?? node.op));
        return node.op === 'pr' ? tx`${found.sql} is not null` : compared(tx, found, node, filter.texts);
      }
    }
  };
  return walk(filter.tree, '');
}

function compared(
  tx: Tx,
  column: Column,
  { op, compValue, attrPath }: Comparison,
  texts: string[],
): Condition {
  const value = typeof compValue === 'string' ? texts[Number(compValue)] : compValue;
  if (value === null && op === 'eq') return tx`${column.sql} is null`;
  if (value === null && op === 'ne') return tx`${column.sql} is not null`;
  if (column.isBoolean) {
    const text = String(value).toLowerCase();
    if (!['true', 'false'].includes(text) || !['eq', 'ne'].includes(op))
      throw invalidFilter(`filter: ${attrPath} is compared by eq or ne with true or false.`);
    return tx`${column.sql} = ${(text === 'true') === (op === 'eq')}`;
  }
  if (typeof value !== 'string')
    throw invalidFilter(`filter: ${attrPath} is compared with a text in quotes.`);
  const [held, wanted] = column.isExact
    ? [column.sql, tx`${value}::text`]
    : [tx`lower(${column.sql})`, tx`lower(${value}::text)`];
  switch (op) {
    case 'eq':
      return tx`${held} = ${wanted}`;
    case 'ne':
      return tx`${held} is distinct from ${wanted}`;
    case 'co':
      return tx`strpos(${held}, ${wanted}) > 0`;
    case 'sw':
      return tx`starts_with(${held}, ${wanted})`;
    case 'ew':
      return tx`right(${held}, length(${wanted})) = ${wanted}`;
    default:
      throw invalidFilter(`filter: ${op} is not supported. It may have ${SUPPORTED}`);
  }
}

function unknown(path: string): AppError {
  return invalidFilter(`filter: users are not found by ${path.slice(0, 60)}. It may have ${SUPPORTED}`);
}

function invalidFilter(message: string): AppError {
  return invalidField('filter', message);
}
