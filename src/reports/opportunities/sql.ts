import { RIVALLED_RUNS } from '../breakdown/items.ts';
import type { Filter } from '../breakdown/request.ts';
import { brandsSql, factsSql, namedRivalsSql, within } from '../breakdown/sql/facts.ts';
import { type Conditions, conditionsOf } from '../breakdown/sql/filters.ts';
import { BEFORE, lagProducts, type NamedSql, near, squaresOf } from '../breakdown/sql/moments.ts';
import type { DateRange } from '../range.ts';
import { ReportSql, type SqlValues } from '../report-sql.ts';
import { PLAIN } from './request.ts';

/**
 * Candidates of a kind are the most cited sources and pages, and the most asked prompts: a choice that does not look at
 * whom answers name, which would spoil the tests.
 */
export const MOST_CANDIDATES = { sources: 300, prompts: 1_000 } as const;
/** Candidates with fewer answers are not looked at. */
export const LEAST_ANSWERS = { sources: 5, prompts: 10 } as const;
const SHOWN = { runs: 5, competitors: 3, pages: 3, sentences: 3 } as const;

/** A row of sums by column names. Whole numbers of DuckDB are bigint. */
export type SumsRow = Record<string, unknown>;
type Columns = readonly string[];

/** The statements of a brand's opportunities. A row is known by its kind and its place among the candidates. */
export class OpportunitySql {
  readonly #filters: readonly Filter[];
  readonly #before: DateRange;
  readonly #conditions: Conditions;

  /** @param range its days @param before as many days before it, which the test of sources looks at too */
  constructor(filters: readonly Filter[], before: DateRange) {
    this.#filters = filters;
    this.#before = before;
    this.#conditions = conditionsOf({ ...PLAIN, filters }, (field) => field);
  }

  get values(): SqlValues {
    return this.#conditions.values;
  }

  /** The brand, and sums over the prompts of all its answers. */
  totals(): ReportSql<SumsRow> {
    const sums = squaresOf('n', 'negative', '');
    return select(
      'totals of opportunities',
      ['id', 'name', 'competitors', 'days', 'scored', ...sums.map(({ name }) => name)],
      `${this.#answers()}, prompts as (
        select count(*) as n, sum(negative) as negative, sum(scored) as scored from answers group by prompt
      )
      select b.id, b.name,
             (select count(*) from snapshot.competitors k where k.org_id = $org and k.brand_id = b.id) as competitors,
             (select count(distinct day) from answers) as days,
             (select coalesce(sum(scored), 0) from prompts) as scored,
             ${sums.map(({ name }) => `s.${name}`).join(', ')}
      from brands b cross join (select ${columnsSql(sums)} from prompts) s`,
    );
  }

  /**
   * Each source, and how much less its answers name the brand than others of the same prompt and platform, in the range
   * and in as many days before: sums of the
   * answers' scores over prompts (`p_`) and days (`d_`, `d_lag_`), by the score test of Cochran, Mantel and Haenszel.
   */
  sources(): ReportSql<SumsRow> {
    const prompts = squaresOf('w', 't', 'p_', HAS_WEIGHT);
    const days = [...squaresOf('w', 't', 'd_', HAS_WEIGHT), ...lagProducts('w', 't', 'd_lag_')];
    const stake = squaresOf('n', 'missed', 's_');
    return select(
      'sources of opportunities',
      ['place', 'item', 'source_type', 'independent', ...namesOf(COUNTED, stake, prompts, days)],
      `${this.#cited('SOURCE', true)}, strata as materialized (
        select prompt, platform, cast(count(*) as double precision) as n, cast(sum(named) as double precision) as y
        from all_answers group by prompt, platform
      ), strata_days as (
        select prompt, platform, day, count(*) as n, sum(named) as y from all_answers group by prompt, platform, day
      ), cells as materialized (
        select h.place, h.prompt, h.platform, s.n, s.y, count(*) as cited, sum(h.named) as cited_y
        from all_hits h join strata s on s.prompt = h.prompt and s.platform = h.platform
        group by h.place, h.prompt, h.platform, s.n, s.y
      ), hit_days as (
        select place, prompt, platform, day, count(*) as cited, sum(named) as cited_y
        from all_hits group by place, prompt, platform, day
      ), of_prompts as (
        select place, prompt, sum(cited * (n - cited) / n) as w, sum(cited * y / n - cited_y) as t,
               sum(case when n > 1 then cited * (n - cited) * y * (n - y) / (n * n * (n - 1)) else 0 end) as independent
        from cells group by place, prompt
      ), of_days as (
        select c.place, s.day,
               sum(coalesce(h.cited, 0) * (1 - 2 * c.cited / c.n) + c.cited * c.cited * s.n / (c.n * c.n)) as w,
               sum(c.y * coalesce(h.cited, 0) / c.n - coalesce(h.cited_y, 0) + c.cited * s.y / c.n
                   - c.cited * c.y * s.n / (c.n * c.n)) as t
        from cells c
        join strata_days s on s.prompt = c.prompt and s.platform = c.platform
        left join hit_days h
          on h.place = c.place and h.prompt = s.prompt and h.platform = s.platform and h.day = s.day
        group by c.place, s.day
      ), ${laggedSql('of_days', ['w', 't'])}, ${this.#counted()}, types as (
        select h.place, i.source_type,
               row_number() over (partition by h.place order by count(*) desc, i.source_type collate "C") as rank
        from hits h join snapshot.citations i
          on i.org_id = $org and i.run_id = h.run_id and i.domain = h.item and ${CITED_IN_RANGE}
        group by h.place, i.source_type
      )
      select c.place, c.item, y.source_type, p.independent, ${shown('c', COUNTED, stake)},
             ${shown('p', prompts)}, ${shown('d', days)}
      from counted c
      join (select place, sum(independent) as independent, ${columnsSql(prompts)} from of_prompts group by place) p
        on p.place = c.place
      join (select place, ${columnsSql(days)} from lagged group by place) d on d.place = c.place
      join types y on y.place = c.place and y.rank = 1
      order by c.place`,
    );
  }

  /** Each page of the brand: its answers without the brand's name, over prompts and days. */
  ownPages(): ReportSql<SumsRow> {
    const prompts = squaresOf('cited', 'missed', 'p_');
    const days = [...squaresOf('cited', 'missed', 'd_'), ...lagProducts('cited', 'missed', 'd_lag_')];
    const stake = squaresOf('n', 'missed', 's_');
    return select(
      'own pages of opportunities',
      ['place', 'item', ...namesOf(COUNTED, stake, prompts, days)],
      `${this.#cited('OWN_PAGE')}, of_prompts as (
        select place, prompt, count(*) as cited, sum(missed) as missed from hits group by place, prompt
      ), of_days as (
        select place, day, count(*) as cited, sum(missed) as missed from hits group by place, day
      ), ${laggedSql('of_days', ['cited', 'missed'])}, ${this.#counted()}
      select c.place, c.item, ${shown('c', COUNTED, stake)}, ${shown('p', prompts)}, ${shown('d', days)}
      from counted c
      join (select place, ${columnsSql(prompts)} from of_prompts group by place) p on p.place = c.place
      join (select place, ${columnsSql(days)} from lagged group by place) d on d.place = c.place
      order by c.place`,
    );
  }

  /**
   * Each prompt, by its days: answers without the brand (`m_`), how many more name the leading competitor (`z_`), and
   * those that speak against the brand, of those with a sentiment (`c_`).
   */
  prompts(): ReportSql<SumsRow> {
    const missed = squaresOf('n', 'missed', 'm_');
    const ahead = [...squaresOf('n', 'ahead', 'z_'), ...lagProducts('n', 'ahead', 'z_lag_')];
    const critical = [
      ...squaresOf('scored', 'negative', 'c_'),
      ...lagProducts('scored', 'negative', 'c_lag_'),
    ];
    const sums = [{ name: 'apart', sql: 'sum(apart)' }, ...missed, ...ahead, ...critical];
    return select(
      'prompts of opportunities',
      ['place', 'item', ...namesOf(sums)],
      `${this.#prompts()}, ${namedRivalsSql(null, ['$start', '$end'])}, namings as (
        select a.place, k.id, k.name, count(*) as named
        from asked a join named_rivals r on r.run_id = a.run_id
        join snapshot.competitors k on k.org_id = $org and k.brand_id = $brand and k.id = r.competitor_id
        group by a.place, k.id, k.name
      ), leaders as (
        select place, id, row_number() over (
          partition by place order by named desc, name collate "C", id collate "C") as rank
        from namings
      ), of_days as (
        select a.place, a.day, count(*) as n, sum(1 - a.named) as missed,
               sum(case when r.run_id is null then 0 else 1 end - a.named) as ahead,
               sum(case when (r.run_id is null) = (a.named = 0) then 0 else 1 end) as apart,
               sum(a.scored) as scored, sum(a.negative) as negative
        from asked a
        left join leaders l on l.place = a.place and l.rank = 1
        left join named_rivals r on r.run_id = a.run_id and r.competitor_id = l.id
        group by a.place, a.day
      ), ${laggedSql('of_days', ['n', 'missed', 'ahead', 'scored', 'negative'])}
      select c.place, c.item, ${shown('s', sums)}
      from chosen c join (select place, ${columnsSql(sums)} from lagged group by place) s on s.place = c.place
      order by c.place`,
    );
  }

  /** Ids of the latest answers behind each candidate, separated by spaces. */
  runs(): ReportSql<SumsRow> {
    return select(
      'answers of opportunities',
      ['kind', 'place', 'run_ids'],
      `${this.#concerned()}, ranked as (
        select kind, place, run_id,
               row_number() over (partition by kind, place order by executed_at desc, run_id desc) as rank
        from concerned
      )
      select kind, place, string_agg(run_id, ' ' order by rank) as run_ids
      from ranked where rank <= ${SHOWN.runs} group by kind, place order by kind, place`,
    );
  }

  /** The competitors that the answers behind each candidate name most. */
  competitors(): ReportSql<SumsRow> {
    return select(
      'competitors of opportunities',
      ['kind', 'place', 'id', 'name', 'answers'],
      `${this.#concerned()}, ${namedRivalsSql(null, ['$start', '$end'])}, ranked as (
        select c.kind, c.place, k.id, k.name, count(*) as answers,
               row_number() over (partition by c.kind, c.place
                 order by count(*) desc, k.name collate "C", k.id collate "C") as rank
        from concerned c join named_rivals r on r.run_id = c.run_id
        join snapshot.competitors k on k.org_id = $org and k.brand_id = $brand and k.id = r.competitor_id
        group by c.kind, c.place, k.id, k.name
      )
      select kind, place, id, name, answers from ranked where rank <= ${SHOWN.competitors}
      order by kind, place, rank`,
    );
  }

  /** The pages of each source that the answers behind it cite most. */
  pages(): ReportSql<SumsRow> {
    return select(
      'pages of opportunities',
      ['place', 'url', 'answers'],
      `${this.#cited('SOURCE')}, ranked as (
        select h.place, i.url, count(distinct h.run_id) as answers,
               row_number() over (partition by h.place order by count(distinct h.run_id) desc, i.url collate "C") as rank
        from hits h join snapshot.citations i
          on i.org_id = $org and i.run_id = h.run_id and i.domain = h.item and ${CITED_IN_RANGE}
        where h.missed = 1 group by h.place, i.url
      )
      select place, url, answers from ranked where rank <= ${SHOWN.pages} order by place, rank`,
    );
  }

  /** The sentences that speak against the brand, by prompt: the least favourable first. */
  sentences(): ReportSql<SumsRow> {
    return select(
      'sentences of opportunities',
      ['place', 'text', 'run_id', 'sentiment'],
      `${this.#prompts()}, said as (
        select a.place, m.snippet as text, a.run_id, a.sentiment,
               row_number() over (partition by a.place, m.snippet order by a.sentiment, a.run_id) as repeated
        from asked a join snapshot.mentions m
          on m.org_id = $org and m.run_id = a.run_id and ${within('m.discovered_at', '$start', '$end')}
        where a.negative = 1 and m.snippet is not null
      ), ranked as (
        select place, text, run_id, sentiment,
               row_number() over (partition by place order by sentiment, text collate "C") as rank
        from said where repeated = 1
      )
      select place, text, run_id, sentiment from ranked where rank <= ${SHOWN.sentences} order by place, rank`,
    );
  }

  /** The CTE `answers`, of the brand in the range. @param isOfBoth adds `all_answers`, those before it too */
  #answers(isOfBoth = false): string {
    const { brands, facts } = this.#conditions;
    const breakdown = {
      ...{ ...PLAIN, filters: this.#filters, include: ['counts'] as const },
      compareTo: isOfBoth ? this.#before : null,
    };
    const shape = {
      breakdown,
      dimensions: [],
      source: 'runs',
      conditions: facts,
      withHistory: false,
    } as const;
    const [all, own] = isOfBoth
      ? ['all_answers', ', answers as materialized (select * from all_answers where is_current)']
      : ['answers', ''];
    return `with ${brandsSql(brands)}, ${factsSql(shape)}, ${all} as materialized (
        select run_id, prompt, platform, executed_at, cast(executed_at as date) as day, named, negative,
               sentiment_count as scored, sentiment_sum as sentiment${isOfBoth ? ', is_current' : ''}
        from facts
      )${own}`;
  }

  /** The CTEs `hits`: the answers that cite each candidate, and whether they name others instead. */
  #cited(kind: 'SOURCE' | 'OWN_PAGE', isOfBoth = false): string {
    return `${this.#answers(isOfBoth)}, ${citedSql(kind)}${isOfBoth ? `, ${ALL_HITS}` : ''}`;
  }

  /** The CTEs of prompts: `chosen`, and `asked`, their answers. */
  #prompts(): string {
    return `${this.#answers()}, ${ASKED}`;
  }

  /** The CTE of the answers behind each candidate. */
  #concerned(): string {
    return `${this.#answers()}, ${citedSql('SOURCE')}, ${citedSql('OWN_PAGE', 'own_')}, ${ASKED}, concerned as (
        select 'SOURCE' as kind, place, run_id, executed_at from hits where missed = 1
        union all select 'OWN_PAGE', place, run_id, executed_at from own_hits where missed = 1
        union all select 'PROMPT', place, run_id, executed_at from asked where named = 0
        union all select 'CRITICISM', place, run_id, executed_at from asked where negative = 1
      )`;
  }

  /** The CTE of the answers of each source or page, with sums over all prompts for the bounds of what is at stake. */
  #counted(): string {
    const stake = squaresOf('n', 'missed', 's_');
    return `prompt_sizes as (
        select prompt, count(*) as n from answers group by prompt
      ), stakes as (
        select h.place, h.item, h.prompt, s.n, count(*) as total, sum(h.missed) as missed
        from hits h join prompt_sizes s on s.prompt = h.prompt group by h.place, h.item, h.prompt, s.n
      ), counted as (
        select place, item, sum(total) as total, sum(missed) as answers, ${columnsSql(stake)}
        from stakes group by place, item
      )`;
  }
}

const OF_OTHERS = `i.source_type not in ('BRAND_SITE', 'COMPETITOR_SITE')`;
/** Less is what rounding leaves of none. */
const HAS_WEIGHT = 'w > 0.000000001';
const CITED_IN_RANGE = within('i.executed_at', '$start', '$end');
const COUNTED: readonly NamedSql[] = ['total', 'answers'].map((name) => ({ name, sql: name }));

/** The most asked prompts, and their answers. */
const ASKED = `sized as (
    select prompt, row_number() over (order by count(*) desc, prompt collate "C") as place
    from answers group by prompt having count(*) >= ${LEAST_ANSWERS.prompts}
  ), chosen as materialized (
    select prompt as item, place from sized where place <= ${MOST_CANDIDATES.prompts}
  ), asked as materialized (
    select c.place, a.* from chosen c join answers a on a.prompt = c.item
  )`;

/** The CTE of all answers that cite a candidate, those before the range too. */
const ALL_HITS = `all_hits as materialized (
    select distinct k.place, a.run_id, a.prompt, a.platform, a.day, a.named
    from ranked_items k
    join snapshot.citations i on i.org_id = $org and i.domain = k.item and ${within('i.executed_at', '$first', '$last')}
      and ${OF_OTHERS}
    join all_answers a on a.run_id = i.run_id
    where k.place <= ${MOST_CANDIDATES.sources}
  )`;

/**
 * The CTE `hits`, an answer and source that it cites. Of a source `missed` is an answer that names a competitor and not
 * the brand, of an own page one that does not name the brand.
 */
function citedSql(kind: 'SOURCE' | 'OWN_PAGE', prefix = ''): string {
  const isSource = kind === 'SOURCE';
  const item = isSource ? 'i.domain' : 'i.url';
  const which = isSource ? `i.domain is not null and ${OF_OTHERS}` : `i.source_type = 'BRAND_SITE'`;
  const rivalled = isSource
    ? `${prefix}rivalled as materialized (select distinct m.run_id from (${RIVALLED_RUNS}) m), `
    : '';
  return `${rivalled}${prefix}cited as materialized (
      select distinct ${item} as item, a.run_id
      from answers a join snapshot.citations i on i.org_id = $org and i.run_id = a.run_id and ${CITED_IN_RANGE}
      where ${which}
    ), ${prefix}ranked_items as (
      select item, row_number() over (order by count(*) desc, item collate "C") as place
      from ${prefix}cited group by item having count(*) >= ${LEAST_ANSWERS.sources}
    ), ${prefix}hits as materialized (
      select k.place, k.item, a.run_id, a.prompt, a.platform, a.day, a.executed_at, a.named,
             ${isSource ? 'case when v.run_id is null then 0 else 1 - a.named end' : '1 - a.named'} as missed
      from ${prefix}ranked_items k
      join ${prefix}cited c on c.item = k.item
      join answers a on a.run_id = c.run_id
      ${isSource ? `left join ${prefix}rivalled v on v.run_id = a.run_id` : ''}
      where k.place <= ${MOST_CANDIDATES.sources}
    )`;
}

/** The CTE `lagged`: the days of each place, with the sums over the three days before each. */
function laggedSql(days: string, names: Columns): string {
  return `lagged as (
      select *, ${names.map((name) => `${near('lag', name)} as ${BEFORE}${name}`).join(', ')}
      from ${days} window days_of as (partition by place order by day)
    )`;
}

function columnsSql(columns: readonly NamedSql[]): string {
  return columns.map(({ name, sql }) => `${sql} as ${name}`).join(', ');
}

function namesOf(...lists: readonly (readonly NamedSql[])[]): string[] {
  return lists.flat().map(({ name }) => name);
}

function shown(table: string, ...lists: readonly (readonly NamedSql[])[]): string {
  return namesOf(...lists)
    .map((name) => `${table}.${name}`)
    .join(', ');
}

function select(name: string, columns: Columns, text: string): ReportSql<SumsRow> {
  return ReportSql.of<SumsRow>(name, text, columns);
}
