import { foldedBlanks, textIdentity } from '../../../base/definitions.ts';
import { domainOf, pageOf } from '../../../extraction/sources/page.ts';
import type { SqlValue } from '../../report-sql.ts';
import { filterColumn, foldedSql, scoreOf } from '../fields.ts';
import { ITEM_COLUMNS, isItemField } from '../items.ts';
import type { Breakdown, Filter } from '../request.ts';

/** SQL conditions, with the values of their parameters. */
export interface Conditions {
  /** Conditions on the table `b` of brands. */
  brands: string[];
  /** Conditions on the counted rows: `f`, `q` (their query) and `t` (a tag of the query). */
  facts: string[];
  /** Conditions on the items of a report of these, `i`. */
  items: string[];
  /** Conditions on the report's rows, `r`, by their measures. */
  rows: string[];
  values: Record<string, SqlValue>;
}

/**
 * The conditions of a breakdown's filters and having.
 * @param measure an SQL expression for a measure of the report's row, in the unit of the answer
 */
export function conditionsOf(
  { dimensions, filters, having, sentimentReaders, by }: Breakdown,
  measure: (field: string) => string,
): Conditions {
  const values: Record<string, SqlValue> = {};
  const brands: string[] = [];
  const facts: string[] = [];
  const items: string[] = [];
  const scored = scoreOf('f', sentimentReaders);
  filters.forEach((filter, at) => {
    const names = parametersOf(filter, `f${at}`, values);
    const { field, operator } = filter;
    if (field === 'brand') brands.push(negated(filter, brandCondition(filter, names)));
    else if (by !== null && isItemField(field))
      items.push(negated(filter, condition(filter, ITEM_COLUMNS[field], names)));
    else if (field === 'competitor') facts.push(negated(filter, competitorCondition(filter, names)));
    // With rows by tag, `in` and `contains` choose among the tags of a run; `not_in` leaves whole runs out.
    else if (field === 'tag' && (operator === 'not_in' || !dimensions?.includes('tag')))
      facts.push(negated(filter, tagCondition(filter, names)));
    else
      facts.push(
        negated(filter, condition(filter, field === 'tag' ? 't.tag' : filterColumn(field, scored), names)),
      );
  });
  const rows = having.map(({ field, operator, value }, at) => {
    values[`h${at}`] = String(value);
    const bound = `cast(cast($h${at} as text) as double precision)`;
    return `${measure(field)} ${operator === 'gte' ? '>=' : '<='} ${bound}`;
  });
  return { brands, facts, items, rows, values };
}

/**
 * The parameter names of a filter's texts. Their number is a power of two, with the last text repeated: statements are
 * cached by their text, and there should be few.
 */
function parametersOf(filter: Filter, prefix: string, values: Record<string, SqlValue>): string[] {
  const texts = filter.values.filter((value) => typeof value === 'string').flatMap(spellingsFor(filter));
  if (texts.length === 0) return [];
  const count = 2 ** Math.ceil(Math.log2(texts.length));
  return Array.from({ length: count }, (_, at) => {
    const name = `${prefix}_${at}`;
    values[name] = texts[Math.min(at, texts.length - 1)] as string;
    return `cast($${name} as text)`;
  });
}

/**
 * Prompts, tags and addresses are looked up in the one spelling that stands for all. Older pins have addresses as they
 * were received, so these are looked up too.
 */
function spellingsFor({ field, operator }: Filter): (value: string) => string | string[] {
  const isPart = operator === 'contains';
  if (field === 'query' || field === 'tag') return isPart ? foldedBlanks : textIdentity;
  if (field === 'url' && !isPart) return (value) => [value, pageOf(value)?.url ?? value];
  return field === 'domain' && !isPart ? (value) => [value, domainOf(value)] : (value) => value;
}

function negated({ operator }: Filter, sql: string): string {
  return operator === 'not_in' ? `not (${sql})` : `(${sql})`;
}

/** Whether a column has one of a filter's values: true or false, never null. */
function condition({ operator, values }: Filter, column: string, names: string[]): string {
  if (operator === 'contains') return `coalesce(${containsOne(column, names)}, false)`;
  const literals = values.filter((value) => typeof value === 'boolean').map(String);
  const listed = [...names, ...literals];
  const hasNull = values.includes(null);
  if (listed.length === 0) return `${column} is null`;
  return `coalesce((${column}) in (${listed.join(', ')}), ${hasNull})`;
}

function containsOne(column: string, names: string[]): string {
  const folded = foldedSql(column);
  return names.map((name) => `position(${foldedSql(name)} in ${folded}) > 0`).join(' or ');
}

function brandCondition(filter: Filter, names: string[]): string {
  if (filter.operator === 'contains') return containsOne('b.name', names);
  return `b.id in (${names.join(', ')}) or b.name in (${names.join(', ')})`;
}

/** Whether an answer names one of the competitors. */
function competitorCondition(filter: Filter, names: string[]): string {
  const found =
    filter.operator === 'contains'
      ? containsOne('k.name', names)
      : `k.id in (${names.join(', ')}) or k.name in (${names.join(', ')})`;
  return `f.id in (
    select c.run_id from snapshot.run_competitors c
    join snapshot.competitors k on k.org_id = $org and k.id = c.competitor_id
    where c.org_id = $org and (${found}))`;
}

/** Whether the query of a run or mention has one of the tags. null matches queries without tags. */
function tagCondition(filter: Filter, names: string[]): string {
  const tagged = 'select g.query_id from snapshot.query_tags g where g.org_id = $org';
  const found =
    filter.operator === 'contains' ? containsOne('g.tag', names) : `g.tag in (${names.join(', ')})`;
  const conditions = names.length === 0 ? [] : [`f.query_id in (${tagged} and (${found}))`];
  if (filter.values.includes(null)) conditions.push(`f.query_id not in (${tagged})`);
  return conditions.join(' or ');
}
