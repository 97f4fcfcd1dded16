import type { Columns } from '../wire.ts';
import type { GroupsSql } from './groups-sql.ts';
import type { Breakdown } from './request.ts';

const CHANGE: Columns = { points: 'DOUBLE', low: 'DOUBLE', high: 'DOUBLE', verdict: 'VARCHAR' };

/** Why there is no verdict, and whether one holds in the list. */
const EXPLAINED: Columns = {
  reason: 'VARCHAR',
  'missing.prompts': 'BIGINT',
  'missing.runs': 'BIGINT',
  'missing.days': 'BIGINT',
  holds_in_list: 'BOOLEAN',
};

/** The comparison of a brand's change with that of its competitors. */
const AGAINST_OTHERS: Columns = {
  'against_others.verdict': 'VARCHAR',
  'against_others.points': 'DOUBLE',
  'against_others.low': 'DOUBLE',
  'against_others.high': 'DOUBLE',
  'against_others.others_points': 'DOUBLE',
  'against_others.competitors': 'BIGINT',
  'against_others.reason': 'VARCHAR',
};

/**
 * All columns of a breakdown's rows in the order of the answer, including those that the engine alone cannot make.
 * @param page the columns of its SQL @param groups null for a list
 */
export function allColumns(
  { include, compareTo }: Breakdown,
  page: Columns,
  groups: GroupsSql | null,
): Columns {
  return {
    ...page,
    ...Object.assign({}, ...(groups?.bounded ?? []).map(boundColumns)),
    ...(include.includes('coverage') && COVERAGE),
    ...(include.includes('competitors') && { competitors: 'VARCHAR' }),
    ...(include.includes('evidence') && { 'evidence.run_ids': 'VARCHAR' }),
    ...(groups &&
      compareTo && {
        ...within(
          'previous',
          Object.fromEntries(groups.measures.map((name) => [name, page[name] as Columns[string]])),
        ),
        ...changeColumns('change', include, groups.hasCompetitors),
        ...Object.assign(
          {},
          ...groups.compared.slice(1).map((measure) => changeColumns(`changes.${measure}`, include)),
        ),
      }),
  };
}

const COVERAGE: Columns = within('coverage', {
  first_day: 'VARCHAR',
  last_day: 'VARCHAR',
  days: 'BIGINT',
  prompts: 'BIGINT',
  platforms: 'BIGINT',
});

function changeColumns(parent: string, include: Breakdown['include'], hasCompetitors = false): Columns {
  const isExplained = include.includes('changes');
  const change = isExplained ? { ...CHANGE, ...EXPLAINED } : CHANGE;
  return {
    ...within(parent, { ...change, ...(isExplained && hasCompetitors && AGAINST_OTHERS) }),
    ...within(`${parent}.common_prompts`, { prompts: 'BIGINT', ...change }),
  };
}

function boundColumns(measure: string): Columns {
  const bounds: Columns = { [`${measure}_low`]: 'DOUBLE', [`${measure}_high`]: 'DOUBLE' };
  if (measure !== 'visibility') return bounds;
  return { ...bounds, visibility_effective_total: 'DOUBLE', visibility_quality: 'VARCHAR' };
}

function within(parent: string, columns: Columns): Columns {
  return Object.fromEntries(Object.entries(columns).map(([name, type]) => [`${parent}.${name}`, type]));
}
