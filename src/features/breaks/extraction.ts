import { dayOf } from '../../base/days.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { onDays } from '../../db/page.ts';
import type { DateRange } from '../../reports/range.ts';

type Break = components['schemas']['Break'];

/** A day on which answers of the brand were reread, once or more often. */
interface ReadingDay {
  day: string;
  /** The latest version that reread them. */
  version: number;
  /** The lowest version that had read one of them. */
  before: number;
  answers: number;
  changed: number;
}

/** The days on which answers of the brand were reread; rereadings without changes are no breaks. */
export async function readingsOf(
  tx: Tx,
  orgId: OrgId,
  brandId: string,
  days: DateRange,
): Promise<ReadingDay[]> {
  return tx<ReadingDay[]>`
    select to_char(touched_at at time zone 'UTC', 'YYYY-MM-DD') as day, max(version_after) as version,
           min(version_before) as before, sum(answers)::integer as answers, sum(changed)::integer as changed
    from extractions
    where org_id = ${orgId} and brand_id = ${brandId} and ${onDays(tx, tx`touched_at`, days)} and changed > 0
    group by 1`;
}

/** A day up to which the pages of stored citations were read. */
interface PagesDay {
  day: string;
  version: number;
  answers: number;
  joined: number;
}

/** The days on which sources of the brand's stored answers came to be counted by another rule of pages. */
export async function pageReadingsOf(
  tx: Tx,
  orgId: OrgId,
  brandId: string,
  days: DateRange,
): Promise<PagesDay[]> {
  return tx<PagesDay[]>`
    select to_char(touched_at at time zone 'UTC', 'YYYY-MM-DD') as day, version, answers, joined from page_readings
    where org_id = ${orgId} and brand_id = ${brandId} and ${onDays(tx, tx`touched_at`, days)}
    order by version`;
}

/** Breaks at the first answer read by another version of the extraction, and on days on which answers were reread. */
export function extractionBreaks(
  origins: readonly { version: number; first: Date }[],
  readings: readonly ReadingDay[],
  pageReadings: readonly PagesDay[],
): Break[] {
  const breaks = new Map<string, Break>();
  const versions = [...Map.groupBy(origins, ({ version }) => version)]
    .map(([version, own]) => ({ version, at: Math.min(...own.map(({ first }) => first.getTime())) }))
    .sort((a, b) => a.at - b.at);
  for (const { version, at } of versions.slice(1))
    add(breaks, {
      day: dayOf(new Date(at)),
      description: `The first answer that version ${version} of the extraction read; earlier ones were read by another.`,
      details: { extractionVersion: version },
    });
  for (const { day, version, before, answers, changed } of readings)
    add(breaks, {
      day,
      description: `Answers were read again by version ${version} of the extraction: ${counted(changed)} of ${counted(answers)} changed.`,
      details: { extractionVersion: version, before, answers, changed },
    });
  for (const { day, version, answers, joined } of pageReadings)
    add(breaks, {
      day,
      description: `Sources are counted by page, by version ${version} of what a page is: those of ${counted(answers)} stored answers are told otherwise, and ${counted(joined)} of these cite a page by several addresses.`,
      details: { pageVersion: version, pageAnswers: answers, joined },
    });
  return [...breaks.values()];
}

/** Joins breaks of one day: a day has one break of a kind. */
function add(breaks: Map<string, Break>, added: Pick<Break, 'day' | 'description' | 'details'>): void {
  const { day, description, details } = added;
  const known = breaks.get(day);
  breaks.set(day, {
    day,
    kind: 'extraction',
    platform: null,
    description: known ? `${known.description} ${description}` : description,
    details: { ...known?.details, ...details },
  });
}

function counted(count: number): string {
  return count.toLocaleString('en-US');
}
