import type { components } from '../../contract/generated/types.ts';

type ViewFilters = components['schemas']['ViewFilters'];
/** Filters of answers and their prompts; null or absent: all. */
type AnswerFilters = { [Name in keyof ViewFilters]?: ViewFilters[Name] | null };

/** A condition of the reports' `filters`. */
interface Condition {
  field: 'platform' | Exclude<keyof ViewFilters, 'platforms'>;
  operator: 'in';
  values: (string | boolean | null)[];
}

/** Filters as the reports take them. */
export function conditionsOf(filters: AnswerFilters): Condition[] {
  const { platforms, surface, searched } = filters;
  const conditions: Condition[] = [];
  const among = (field: Condition['field'], values: Condition['values']) =>
    conditions.push({ field, operator: 'in', values });
  if (platforms && platforms.length > 0) among('platform', [...platforms]);
  for (const field of ['tag', 'branded', 'topic', 'country', 'model'] as const) {
    const value = filters[field];
    if (value != null) among(field, [value]);
  }
  if (surface != null) among('surface', [surface === 'UNKNOWN' ? null : surface]);
  if (searched != null) among('searched', [searched === 'UNKNOWN' ? null : searched === 'YES']);
  return conditions;
}
