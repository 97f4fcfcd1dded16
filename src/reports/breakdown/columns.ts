import type { Columns } from '../wire.ts';
import type { Breakdown } from './request.ts';
import type { RowsSql } from './sql/rows.ts';

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
  groups: RowsSql | null,
): Columns {
  return {
    ...page,
    ...Object.assign({}, ...(groups?.bounded ?? []).map(boundColumns)),
    ...(include.includes('coverage') && { ...COVERAGE, ...SHARES }),
    ...(include.includes('competitors') && { competitors: 'VARCHAR' }),
    ...(include.includes('evidence') && { 'evidence.run_ids': 'VARCHAR' }),
    ...(groups &&
      compareTo && {
        ...within(
          'previous',
          Object.fromEntries(
            Object.keys(groups.measures).map((name) => [name, page[name] as Columns[string]]),
          ),
        ),
        ...changeColumns('change', include, {
          isWhole: true,
          hasCompetitors: groups.hasCompetitors,
        }),
        ...Object.assign(
          {},
          ...groups.compared.slice(1).map((measure) => changeColumns(`changes.${measure}`, include)),
        ),
      }),
  };
}

/** Columns that are left out where no row has a value in them. */
export function columnsOfSomeRows({ include }: Pick<Breakdown, 'include'>): string[] {
  return [...Object.keys(SHARES), ...(include.includes('changes') ? [] : ['change.reason'])];
}

/** The columns that a page shows. @param ofSomeRows see columnsOfSomeRows */
export function columnsOf(
  rows: readonly Record<string, unknown>[],
  columns: Columns,
  ofSomeRows: readonly string[],
): Columns {
  const isShown = (name: string) => {
    const [parent = '', field = ''] = name.split('.');
    return rows.some((row) => (row[parent] as Record<string, unknown> | undefined)?.[field] !== undefined);
  };
  const left = new Set(ofSomeRows.filter((name) => name in columns && !isShown(name)));
  if (left.size === 0) return columns;
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !left.has(name)));
}

const COVERAGE: Columns = within('coverage', {
  first_day: 'VARCHAR',
  last_day: 'VARCHAR',
  days: 'BIGINT',
  prompts: 'BIGINT',
  platforms: 'BIGINT',
});

/** How the runs of a row divide, as JSON. */
const SHARES: Columns = within('coverage', { surfaces: 'VARCHAR', searched: 'VARCHAR' });

/** @param isWhole whether it is the first change of a row, which says why ranges are not comparable */
function changeColumns(
  parent: string,
  include: Breakdown['include'],
  { isWhole = false, hasCompetitors = false } = {},
): Columns {
  const isExplained = include.includes('changes');
  const change = isExplained ? { ...CHANGE, ...EXPLAINED } : CHANGE;
  return {
    ...within(parent, {
      ...CHANGE,
      ...(isWhole && { reason: 'VARCHAR' }),
      ...change,
      ...(isExplained && hasCompetitors && AGAINST_OTHERS),
    }),
    ...within(`${parent}.common_prompts`, { prompts: 'BIGINT', ...change }),
  };
}

function boundColumns(measure: string): Columns {
  const bounds: Columns = { [`${measure}_low`]: 'DOUBLE', [`${measure}_high`]: 'DOUBLE' };
  if (measure !== 'visibility' && measure !== 'answer_share') return bounds;
  return { ...bounds, [`${measure}_effective_total`]: 'DOUBLE', [`${measure}_quality`]: 'VARCHAR' };
}

function within(parent: string, columns: Columns): Columns {
  return Object.fromEntries(Object.entries(columns).map(([name, type]) => [`${parent}.${name}`, type]));
}
