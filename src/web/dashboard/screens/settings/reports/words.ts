import { counted } from '../../../../../presentation/numbers.ts';
import type { Schemas } from '../../../api/client.ts';

export type ReportSchedule = Schemas['ReportSchedule'];

export const RHYTHMS = [
  ['DAY', 'Every day'],
  ['WEEK', 'Every week'],
  ['MONTH', 'Every month'],
] as const;
export const WEEKDAYS = [
  ['1', 'Monday'],
  ['2', 'Tuesday'],
  ['3', 'Wednesday'],
  ['4', 'Thursday'],
  ['5', 'Friday'],
  ['6', 'Saturday'],
  ['7', 'Sunday'],
] as const;
export const HOURS = Array.from(
  { length: 24 },
  (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const,
);

/** `Every week on Monday at 08:00, Europe/Berlin`. */
export function whenText({ rhythm, weekday, monthDay, hour, timeZone }: ReportSchedule): string {
  const [, every = ''] = RHYTHMS.find(([value]) => value === rhythm) ?? [];
  const [, weekdayName = ''] = WEEKDAYS.find(([value]) => value === String(weekday)) ?? [];
  const on = rhythm === 'WEEK' ? ` on ${weekdayName}` : rhythm === 'MONTH' ? ` on day ${monthDay}` : '';
  return `${every}${on} at ${HOURS[hour]?.[1]}, ${timeZone}`;
}

/** The recipients of a schedule, and who has not agreed. */
export function whereText({ recipients, slack, webhooks }: ReportSchedule): string {
  const states = Object.groupBy(recipients, ({ state }) => state);
  const waiting = states.NOT_CONFIRMED?.length ?? 0;
  const stopped = states.STOPPED?.length ?? 0;
  return [
    recipients.length > 0 && counted(recipients.length, 'address', 'addresses'),
    waiting > 0 && `${waiting} not confirmed`,
    stopped > 0 && `${stopped} stopped it`,
    slack && 'Slack',
    webhooks && 'webhooks',
  ]
    .filter(Boolean)
    .join(', ');
}

/** The zones that browsers know, one's own first. */
export function timeZones(): readonly (readonly [string, string])[] {
  const own = ownTimeZone();
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== own && zone !== 'UTC');
  return [...new Set([own, 'UTC']), ...others].map((zone) => [zone, zone] as const);
}

export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
