import type { OrgId } from '../../base/ids.ts';
import type { components, operations } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import {
  ifGiven,
  ORDERED_CHARACTERS,
  type Order,
  onDays,
  type Page,
  type Paged,
  pageOf,
  pageSelect,
} from '../../db/page.ts';
import { domainOf } from '../../extraction/sources/page.ts';
import type { DateRange } from '../../reports/range.ts';
import { findBrand, isOfActiveBrand } from '../brands/brands.ts';
import { type AnswerKind, ofKind, ofQueries } from '../runs/read.ts';
import { sourceTypeOf } from '../runs/source-type.ts';

export type CitedDomain = components['schemas']['CitedDomain'];
export type CitedUrl = components['schemas']['CitedUrl'];
export type CitationOverview = components['schemas']['CitationOverview'];

type Query = NonNullable<operations['listCitedDomains']['parameters']['query']>;
export interface CitationFilter extends Page, AnswerKind {
  brandId?: string | undefined;
  platform?: Query['platform'] | undefined;
  tag?: string | undefined;
  branded?: boolean | undefined;
  topic?: string | undefined;
  sourceType?: Query['sourceType'] | undefined;
  /** The domain and its subdomains. */
  domain?: string | undefined;
  namesBrand?: boolean | undefined;
  range: DateRange;
}

/** A page of cited domains, by the number of answers that cite them. */
export async function listCitedDomains(
  db: Db,
  orgId: OrgId,
  filter: CitationFilter,
): Promise<Paged<CitedDomain>> {
  return db.tenant(orgId, async (tx) => {
    const order = mostCitedFirst(tx, [{ by: tx`domain` }]);
    const { isAfter, limits, orderBy, position } = pageSelect(tx, filter, order);
    // An answer counts once, even if it cites several pages of the domain.
    const found = await tx<Counted<CitedDomain>[]>`
      with cited as materialized (${citedBy(tx, orgId, filter)}), sources as (
        select domain, count(*) as count, count(*) filter (where named) as "namingCount",
               min(executed_at) as "firstSeenAt", max(executed_at) as "lastSeenAt"
        from (select domain, run_id, bool_or(named) as named, min(executed_at) as executed_at
              from cited where domain <> '' group by domain, run_id) answers
        group by domain
      ), page as (
        select *, ${position} as "listPosition" from sources where ${isAfter} order by ${orderBy} ${limits}
      ), shown as (
        select domain, mode() within group (order by source_type) as "sourceType",
               mode() within group (order by source_name) as "sourceName", count(distinct url) as "urlCount"
        from cited where domain in (select domain from page) group by domain)
      select counted.total, page.*, shown."sourceType", shown."sourceName", shown."urlCount"
      from (select count(*) as total from sources) counted
      left join (page join shown using (domain)) on true order by ${orderBy}`;
    return pageOfCounted(found, filter);
  });
}

/** A page of the list of cited pages, by the number of answers that cite them. */
export async function listCitedUrls(db: Db, orgId: OrgId, filter: CitationFilter): Promise<Paged<CitedUrl>> {
  return db.tenant(orgId, async (tx) => {
    const beginning = tx`left(url, ${ORDERED_CHARACTERS}::integer)`;
    const order = mostCitedFirst(tx, [{ by: beginning }, { by: tx`md5(url)` }]);
    const { isAfter, limits, orderBy, position } = pageSelect(tx, filter, order);
    // An answer has each page at most once.
    const found = await tx<Counted<CitedUrl>[]>`
      with cited as materialized (${citedBy(tx, orgId, filter)}), sources as (
        select url, count(*) as count, count(*) filter (where named) as "namingCount",
               min(executed_at) as "firstSeenAt", max(executed_at) as "lastSeenAt"
        from cited group by url
      ), page as (
        select *, ${position} as "listPosition" from sources where ${isAfter} order by ${orderBy} ${limits}
      ), shown as (
        select url, mode() within group (order by title) as title, min(domain) as domain,
               mode() within group (order by source_type) as "sourceType",
               mode() within group (order by source_name) as "sourceName"
        from cited where url in (select url from page) group by url)
      select counted.total, page.*, shown.title, shown.domain, shown."sourceType", shown."sourceName"
      from (select count(*) as total from sources) counted
      left join (page join shown using (url)) on true order by ${orderBy}`;
    return pageOfCounted(found, filter);
  });
}

/**
 * How many answers to a brand's prompts cite its websites, how many name it, and what kinds of sources they cite.
 * @throws AppError not_found
 */
export async function citationOverview(
  db: Db,
  orgId: OrgId,
  { brandId, platform, range, ...filter }: Omit<CitationFilter, keyof Page> & { brandId: string },
): Promise<CitationOverview> {
  return db.tenant(orgId, async (tx) => {
    const { website, websites } = await findBrand(tx, orgId, brandId);
    const answers = tx`
      select r.id, o.named
      from runs r join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id
      where r.org_id = ${orgId} and o.org_id = ${orgId} and r.brand_id = ${brandId} and r.state = 'COMPLETED'
        and ${onDays(tx, tx`r.executed_at`, range)}
        and ${ifGiven(tx, platform, (value) => tx`r.platform = ${value}`)}
        and ${ofQueries(tx, orgId, filter)} and ${ofKind(tx, filter)}`;
    // An answer counts once, even if it cites several sources of the type.
    const [found] = await tx<[OverviewCounts]>`
      with answers as materialized (${answers}), cited as materialized (
        select a.id, a.named, ${sourceTypeOf(tx)} as source_type, count(*) as citations
        from answers a join citations c on c.org_id = ${orgId} and c.run_id = a.id and c.is_page group by 1, 2, 3
      ), cites as (
        select id, bool_or(source_type = 'BRAND_SITE') as own from cited group by id
      ), types as (
        select source_type, count(*) as answers, count(*) filter (where named) as naming, sum(citations) as citations
        from cited group by source_type)
      select count(*)::int as answers, count(*) filter (where named)::int as "namingAnswers",
             count(c.id)::int as "citingAnswers",
             count(*) filter (where own and named)::int as "citedAndNamed",
             count(*) filter (where own and not named)::int as "citedOnly",
             (select coalesce(json_agg(json_build_object(
                        'sourceType', source_type, 'answers', answers, 'namingAnswers', naming, 'citations', citations)
                      order by answers desc, source_type), '[]') from types) as "sourceTypes"
      from answers a left join cites c on c.id = a.id`;
    const { citedAndNamed, citedOnly, ...counts } = found;
    const { answers: all, namingAnswers } = counts;
    const namedOnly = namingAnswers - citedAndNamed;
    const neither = all - namedOnly - citedAndNamed - citedOnly;
    return {
      startDate: range.start,
      endDate: range.end,
      ...counts,
      ownSite: website === null ? null : { website, websites, citedAndNamed, citedOnly, namedOnly, neither },
    };
  });
}

type OverviewCounts = Omit<CitationOverview, 'ownSite' | 'startDate' | 'endDate'> & {
  citedAndNamed: number;
  citedOnly: number;
};

function mostCitedFirst(tx: Tx, others: Order): Order {
  return [{ by: tx`count`, type: 'bigint', descending: true }, ...others];
}

/** A row of a page with the total of all pages. An empty page has one row, whose other columns are null. */
type Counted<Source> = Source & { total: number; listPosition: string };

/** The page of rows that also carry the total. */
function pageOfCounted<Source extends object>(found: Counted<Source>[], page: Page): Paged<Source> {
  const [first] = found;
  if (!first) throw new Error('The count of citations returned no row.');
  const rows = found.filter(({ listPosition }) => listPosition !== null);
  return pageOf(
    rows.map(({ total: _, ...row }) => row as Source & { listPosition: string }),
    page,
    first.total,
  );
}

/** Selects the matching citations, for a CTE shared by the counts and the rows of the page. */
function citedBy(tx: Tx, orgId: OrgId, filter: CitationFilter) {
  const { brandId = null, platform, sourceType, namesBrand, range } = filter;
  const host = filter.domain === undefined ? undefined : domainOf(filter.domain);
  return tx`
    select c.run_id, coalesce(c.page_url, c.url) as url, c.title, c.domain, ${sourceTypeOf(tx)} as source_type, c.source_name, o.named, r.executed_at
    from runs r
    join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id
    join citations c on c.org_id = r.org_id and c.run_id = r.id
    where r.org_id = ${orgId} and o.org_id = ${orgId} and c.org_id = ${orgId} and c.is_page
      and ${brandId === null ? isOfActiveBrand(tx, orgId, tx`r.brand_id`) : tx`r.brand_id = ${brandId}`}
      and r.state = 'COMPLETED'
      and ${onDays(tx, tx`r.executed_at`, range)}
      and ${ifGiven(tx, platform, (value) => tx`r.platform = ${value}`)}
      and ${ofQueries(tx, orgId, filter)} and ${ofKind(tx, filter)}
      and ${ifGiven(tx, sourceType, (value) => tx`${sourceTypeOf(tx)} = ${value}`)}
      and ${ifGiven(tx, host, (value) => tx`(c.domain = ${value} or right(c.domain, length(${value}) + 1) = '.' || ${value})`)}
      and ${ifGiven(tx, namesBrand, (value) => tx`o.named = ${value}`)}`;
}
