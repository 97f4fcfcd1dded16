import { dayOf } from '../../base/days.ts';
import { dayAfter } from '../../base/definitions.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Platform } from '../../platforms/names.ts';
import type { DayCountRows, DayCounts } from '../../reports/day-counts.ts';
import type { DateRange } from '../../reports/range.ts';
import { DAYS_BESIDE, type PlatformDay, platformMoves } from '../../reports/uncertainty/platform-moves.ts';

type Break = components['schemas']['Break'];
type Row = DayCountRows['names'];

/** Only the last days of a longer range are searched. */
const MOST_DAYS = 366;
/** The names that are looked at on a platform: those of most answers. */
const MOST_NAMES = 20;

/** Days on which the names of a brand and its competitors move together on a platform. */
export async function platformMoveBreaks(
  dayCounts: DayCounts,
  orgId: OrgId,
  brandId: string,
  { start, end }: DateRange,
): Promise<Break[]> {
  const version = dayCounts.version();
  // Without a snapshot there are no counts, and no report that they could explain.
  if (version === null) return [];
  // A day counts when it is over.
  const last = dayAfter(dayOf(version.asOf), -1);
  const first = dayAfter(end, 1 - MOST_DAYS);
  const from = dayAfter(start > first ? start : first, -DAYS_BESIDE.before);
  const to = [dayAfter(end, DAYS_BESIDE.after), last].sort()[0] as string;
  if (to < from) return [];
  const parameters = { brand: brandId, platform: null, competitor: null, start: from, end: to };
  const rows = await dayCounts.on(orgId, (data) => data.rows('names', parameters));
  return [...Map.groupBy(rows, ({ platform }) => platform)].flatMap(([platform, own]) =>
    platformMoves(daysOf(own, from, to)).map(({ at, points, names }): Break => {
      const size = `${points > 0 ? '+' : ''}${points}`;
      return {
        day: dayAfter(from, at),
        kind: 'platform_moved',
        platform: platform as Platform,
        description: `All names moved together on ${platform}: the mean of ${names} by ${size} points.`,
        details: { names, points },
      };
    }),
  );
}

/** Each day's answers, with the most named names in the same order. */
function daysOf(rows: readonly Row[], from: string, to: string): PlatformDay[] {
  const totals = new Map<string, number>();
  for (const { id, named } of rows) totals.set(id, (totals.get(id) ?? 0) + Number(named));
  const ids = [...totals].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([id]) => id);
  const names = ids.slice(0, MOST_NAMES);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const days: PlatformDay[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    const own = byDay.get(day) ?? [];
    const named = new Map(own.map((row) => [row.id, Number(row.named)]));
    days.push({ runs: Number(own[0]?.runs ?? 0), named: names.map((id) => named.get(id) ?? 0) });
  }
  return days;
}
