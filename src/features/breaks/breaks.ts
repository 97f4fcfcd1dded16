import { dayOf } from '../../base/days.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { onDays, type Page, type Paged, valuesOf } from '../../db/page.ts';
import { EXTRACTION_VERSION } from '../../extraction/version.ts';
import type { Platform } from '../../platforms/names.ts';
import type { DayCounts } from '../../reports/day-counts.ts';
import type { DateRange } from '../../reports/range.ts';
import { platformsOf } from '../runs/platforms.ts';
import { correctionBreaks } from './corrections.ts';
import { extractionBreaks, pageReadingsOf, readingsOf } from './extraction.ts';
import { methodBreaks } from './methods.ts';
import { nameBreaks } from './names.ts';
import { platformMoveBreaks } from './platform-moves.ts';
import { platformSettingsBreaks } from './platform-settings.ts';

export type Break = components['schemas']['Break'];

/** The most models examined on a platform: a sender may name as many as it likes. */
const MOST_MODELS = 1_000;
const SURFACES = ['API', 'API_WEB_SEARCH', 'APP', 'SEARCH_PAGE', null];

interface BreakFilter extends DateRange, Page {
  brandId: string;
  /** The brands of a limited key; null: all. */
  allowed: string[] | null;
}

/** A combination of platform, surface, model and extraction version, with the time of its first answer. '': unknown. */
interface Origin {
  platform: Platform;
  surface: string;
  model: string;
  version: number;
  first: Date;
}

/**
 * The breaks of a brand, the latest day first: one entry per day and kind, and also per platform if the kind concerns
 * one. A brand that is unknown, or hidden from the key, has none.
 */
export async function listBreaks(
  { db, measures: dayCounts }: { db: Db; measures: DayCounts },
  orgId: OrgId,
  { brandId, allowed, start, end, limit, offset, after }: BreakFilter,
): Promise<Paged<Break>> {
  if (allowed !== null && !allowed.includes(brandId)) return { data: [], total: 0, next: null };
  const days = { start, end };
  const breaks = await db.tenant(orgId, async (tx) => {
    const [brand] = await tx<{ name: string; createdAt: Date }[]>`
      select name, created_at as "createdAt" from brands where org_id = ${orgId} and id = ${brandId}`;
    if (!brand) return null;
    const [names, prompts, origins, readings, pageReadings, corrections, settings, methods] =
      await Promise.all([
        nameBreaks(tx, orgId, { id: brandId, ...brand }, days),
        promptBreaks(tx, orgId, brandId, days),
        originsOf(tx, orgId, brandId),
        readingsOf(tx, orgId, brandId, days),
        pageReadingsOf(tx, orgId, brandId, days),
        correctionBreaks(tx, orgId, brandId, days),
        platformSettingsBreaks(tx, orgId, brandId, days),
        methodBreaks(tx, brand),
      ]);
    return [
      ...names,
      ...prompts,
      ...originBreaks(origins),
      ...extractionBreaks(origins, readings, pageReadings),
      ...corrections,
      ...settings,
      ...methods,
    ];
  });
  if (breaks !== null) breaks.push(...(await platformMoveBreaks(dayCounts, orgId, brandId, days)));
  const found = (breaks ?? []).filter(({ day }) => day >= start && day <= end).sort(inOrder);
  const position = valuesOf(after);
  const behind =
    position === null ? found : found.filter((each) => inOrder(each, fromPosition(position)) > 0);
  const data = behind.slice(offset, offset + limit);
  const last = data.at(-1);
  const next =
    last && behind.at(-1) !== last ? JSON.stringify([last.day, last.kind, last.platform ?? '']) : null;
  return { data, total: found.length, next };
}

type BreakKey = Pick<Break, 'day' | 'kind' | 'platform'>;

/** The latest day first; within a day by kind, then platform. */
function inOrder(a: BreakKey, b: BreakKey): number {
  if (a.day !== b.day) return a.day < b.day ? 1 : -1;
  const [one, two] = [a, b].map(({ kind, platform }) => `${kind} ${platform ?? ''}`) as [string, string];
  return one === two ? 0 : one < two ? -1 : 1;
}

function fromPosition([day = '', kind, platform]: readonly string[]): BreakKey {
  return { day, kind: kind as BreakKey['kind'], platform: (platform || null) as BreakKey['platform'] };
}

/** Days on which prompts of the brand were added or archived. */
async function promptBreaks(tx: Tx, orgId: OrgId, brandId: string, days: DateRange): Promise<Break[]> {
  const found = await tx<{ day: string; added: number; archived: number }[]>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(added)::integer as added,
           sum(archived)::integer as archived
    from (
      select created_at as at, 1 as added, 0 as archived from queries
      where org_id = ${orgId} and brand_id = ${brandId} and ${onDays(tx, tx`created_at`, days)}
      union all
      select archived_at, 0, 1 from queries
      where org_id = ${orgId} and brand_id = ${brandId} and archived_at is not null
        and ${onDays(tx, tx`archived_at`, days)}) changes
    group by 1`;
  return found.map(({ day, added, archived }) => ({
    day,
    kind: 'prompts',
    platform: null,
    description: `The set of prompts changed: ${added} added, ${archived} archived.`,
    details: { added, archived },
  }));
}

/** The origins of a brand's answers. */
async function originsOf(tx: Tx, orgId: OrgId, brandId: string): Promise<Origin[]> {
  const found = await Promise.all(SURFACES.map((surface) => originsBySurface(tx, orgId, brandId, surface)));
  return found.flat();
}

/**
 * The origins of one surface; null: an unknown surface. The index runs_by_origin orders answers by model, and each step
 * of the recursion looks up the next model in it, skipping the answers in between (300,000 answers of 22 origins: the
 * whole list takes 20 ms, a trivial request 4 ms; reading all answers took 3 s).
 */
function originsBySurface(tx: Tx, orgId: OrgId, brandId: string, surface: string | null): Promise<Origin[]> {
  /** The first answer of a platform and version whose model meets a condition. */
  const first = (platform: ReturnType<Tx>, version: ReturnType<Tx>, condition: ReturnType<Tx>) => tx`(
    select coalesce(r.model, '') as model, r.executed_at as first from runs r
    where r.org_id = ${orgId} and r.brand_id = ${brandId} and r.state = 'COMPLETED' and r.platform = ${platform}
      and ${surface === null ? tx`r.surface is null` : tx`r.surface = ${surface}`}
      and r.extraction_version = ${version} and ${condition}
    order by r.surface, r.model, r.executed_at limit 1)`;
  const begin = tx`${platformsOf(tx, orgId, tx`${brandId}`)} p
    cross join (select n::smallint as version from generate_series(0, ${EXTRACTION_VERSION}::integer) as n) v`;
  return tx<Origin[]>`
    with recursive origins as (
      select p.platform, v.version, f.model, f.first, 1 as step
      from ${begin} cross join lateral ${first(tx`p.platform`, tx`v.version`, tx`r.model > ''`)} f
      union all
      select o.platform, o.version, f.model, f.first, o.step + 1
      from origins o
      cross join lateral ${first(tx`o.platform`, tx`o.version`, tx`r.model > o.model and o.step < ${MOST_MODELS}`)} f
    )
    select platform, ${surface ?? ''}::text as surface, version, model, first from origins
    union all
    select p.platform, ${surface ?? ''}, v.version, f.model, f.first
    from ${begin} cross join lateral ${first(tx`p.platform`, tx`v.version`, tx`r.model is null`)} f`;
}

/** Breaks at the first answer of a platform, of another surface, and of another model. */
function originBreaks(origins: readonly Origin[]): Break[] {
  const breaks: Break[] = [];
  for (const [platform, own] of Map.groupBy(origins, (origin) => origin.platform)) {
    const [first] = own.toSorted((a, b) => a.first.getTime() - b.first.getTime());
    if (!first) continue;
    const begin = dayOf(first.first);
    const surfaces = firstDays(own, 'surface', first.surface);
    const models = firstDays(own, 'model', first.model);
    breaks.push({
      day: begin,
      kind: 'platform',
      platform,
      description: `The first answer of ${platform}.`,
      details: { surfaces: known([first.surface]), models: known([first.model]) },
    });
    for (const [day, values] of surfaces)
      breaks.push({
        day,
        kind: 'platform',
        platform,
        description: `The first answer of ${platform} by ${values.join(' and ')}.`,
        details: { surfaces: values },
      });
    for (const [day, values] of models)
      breaks.push({
        day,
        kind: 'model',
        platform,
        description: `The first answer of ${values.join(' and ')} on ${platform}.`,
        details: { models: values },
      });
  }
  return breaks;
}

/** The days of the first answers with each value other than the first one. */
function firstDays(
  origins: readonly Origin[],
  field: 'surface' | 'model',
  first: string,
): Map<string, string[]> {
  const days = new Map<string, string[]>();
  for (const [value, own] of Map.groupBy(origins, (origin) => origin[field])) {
    if (value === '' || value === first) continue;
    const day = dayOf(new Date(Math.min(...own.map((origin) => origin.first.getTime()))));
    days.set(day, [...(days.get(day) ?? []), value].sort());
  }
  return days;
}

function known(values: string[]): string[] {
  return values.filter((value) => value !== '');
}
