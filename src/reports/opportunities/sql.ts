import type { Filter } from '../breakdown/request.ts';
import { brandsSql, factsSql, namedRivalsSql } from '../breakdown/sql/facts.ts';
import { type Conditions, conditionsOf } from '../breakdown/sql/filters.ts';
import { BEFORE, lagProducts, type NamedSql, near, selected, squaresOf } from '../breakdown/sql/moments.ts';
import type { DateRange } from '../range.ts';
import { ReportSql, type SqlParts, type SqlValues } from '../report-sql.ts';
import { PLAIN } from './request.ts';

/**
 * Candidates of a kind are the most cited sources and pages, and the prompts asked most: a choice that does not look at
 * whom answers name, which would spoil the tests.
 */
export const MOST_CANDIDATES = { sources: 300, prompts: 1_000 } as const;
/** Candidates with fewer answers are not looked at. */
export const LEAST_ANSWERS = { sources: 5, prompts: 10 } as const;
const LIMITS: SqlParts = {
  most_sources: `${MOST_CANDIDATES.sources}`,
  most_prompts: `${MOST_CANDIDATES.prompts}`,
  least_sources: `${LEAST_ANSWERS.sources}`,
  least_prompts: `${LEAST_ANSWERS.prompts}`,
};

/** A row of sums by column names. Whole numbers of DuckDB are bigint. */
export type SumsRow = Record<string, unknown>;
type Columns = readonly string[];

/**
 * The statements of a brand's opportunities: sql/reports/opportunities. A row is known by its kind and its index among
 * the candidates.
 */
export class OpportunitySql {
  readonly #filters: readonly Filter[];
  readonly #before: DateRange;
  readonly #conditions: Conditions;

  /** @param before as many days before the range, which the test of sources looks at too */
  constructor(filters: readonly Filter[], before: DateRange) {
    this.#filters = filters;
    this.#before = before;
    this.#conditions = conditionsOf({ ...PLAIN, filters }, (field) => field);
  }

  get values(): SqlValues {
    return this.#conditions.values;
  }

  totals(): ReportSql<SumsRow> {
    const sums = squaresOf('n', 'negative', '');
    const columns = ['id', 'name', 'competitors', 'days', 'scored', ...columnNames(sums)];
    return this.#statement('totals', columns, { sums: selected(sums), shown: shown('s', sums) });
  }

  sources(): ReportSql<SumsRow> {
    const prompts = squaresOf('w', 't', 'p_', HAS_WEIGHT);
    const days = [...squaresOf('w', 't', 'd_', HAS_WEIGHT), ...lagProducts('w', 't', 'd_lag_')];
    const names = [
      'ordinal',
      'item',
      'source_type',
      'independent',
      ...columnNames(COUNTED, STAKE, prompts, days),
    ];
    const parts = { hits: 'hits', lagged: laggedSql(['w', 't']), ...tested(prompts, days) };
    return this.#statement('sources', names, parts, true);
  }

  ownPages(): ReportSql<SumsRow> {
    const prompts = squaresOf('cited', 'missed', 'p_');
    const days = [...squaresOf('cited', 'missed', 'd_'), ...lagProducts('cited', 'missed', 'd_lag_')];
    const names = ['ordinal', 'item', ...columnNames(COUNTED, STAKE, prompts, days)];
    const parts = { hits: 'own_hits', lagged: laggedSql(['cited', 'missed']), ...tested(prompts, days) };
    return this.#statement('ownPages', names, parts);
  }

  prompts(): ReportSql<SumsRow> {
    const sums = [
      { name: 'apart', sql: 'sum(apart)' },
      ...squaresOf('n', 'missed', 'm_'),
      ...squaresOf('n', 'ahead', 'z_'),
      ...lagProducts('n', 'ahead', 'z_lag_'),
      ...squaresOf('scored', 'negative', 'c_'),
      ...lagProducts('scored', 'negative', 'c_lag_'),
    ];
    const lagged = laggedSql(['n', 'missed', 'ahead', 'scored', 'negative']);
    const parts = { lagged, sums: selected(sums), shown: shown('s', sums) };
    return this.#statement('prompts', ['ordinal', 'item', ...columnNames(sums)], parts);
  }

  runs(): ReportSql<SumsRow> {
    return this.#statement('runs', ['kind', 'ordinal', 'run_ids']);
  }

  competitors(): ReportSql<SumsRow> {
    return this.#statement('competitors', ['kind', 'ordinal', 'id', 'name', 'answers']);
  }

  pages(): ReportSql<SumsRow> {
    return this.#statement('pages', ['ordinal', 'url', 'answers']);
  }

  sentences(): ReportSql<SumsRow> {
    return this.#statement('sentences', ['ordinal', 'text', 'run_id', 'sentiment']);
  }

  /** @param isOfBoth whether it reads the days before the range too */
  #statement(file: string, columns: Columns, parts: SqlParts = {}, isOfBoth = false): ReportSql<SumsRow> {
    const { brands, facts } = this.#conditions;
    const shape = {
      breakdown: {
        ...PLAIN,
        filters: this.#filters,
        include: ['counts'] as const,
        compareTo: isOfBoth ? this.#before : null,
      },
      dimensions: [],
      source: 'runs',
      conditions: facts,
      withHistory: false,
    } as const;
    return ReportSql.load<SumsRow>(`reports/opportunities/${file}`, columns, {
      ...LIMITS,
      counted: `${brandsSql(brands)}, ${factsSql(shape)}`,
      named_rivals: namedRivalsSql(null, ['$start', '$end']),
      ...parts,
    });
  }
}

/** Less is what rounding leaves of none. */
const HAS_WEIGHT = 'w > 0.000000001';
const COUNTED: readonly NamedSql[] = ['total', 'answers'].map((name) => ({ name, sql: name }));
const STAKE = squaresOf('n', 'missed', 's_');

/** The sums of a candidate's answers over its prompts and days. */
function tested(prompts: readonly NamedSql[], days: readonly NamedSql[]): SqlParts {
  return {
    stake_sums: selected(STAKE),
    prompt_sums: selected(prompts),
    day_sums: selected(days),
    shown: [shown('c', COUNTED, STAKE), shown('p', prompts), shown('d', days)].join(', '),
  };
}

/** The CTE `lagged`: the days of each candidate, with the sums over the three days before each. */
function laggedSql(names: Columns): string {
  return `lagged as (
      select *, ${names.map((name) => `${near('lag', name)} as ${BEFORE}${name}`).join(', ')}
      from of_days window days_of as (partition by ordinal order by day)
    )`;
}

function columnNames(...lists: readonly (readonly NamedSql[])[]): string[] {
  return lists.flat().map(({ name }) => name);
}

function shown(table: string, ...lists: readonly (readonly NamedSql[])[]): string {
  return columnNames(...lists)
    .map((name) => `${table}.${name}`)
    .join(', ');
}
