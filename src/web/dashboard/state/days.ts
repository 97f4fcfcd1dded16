import { dayAfter } from '../../../base/definitions.ts';

/** The first day of an ISO week such as 2026-W02. */
export function mondayOf(week: string): string {
  const [, year = '1970', number = '1'] = /^(\d{4})-W(\d\d)$/.exec(week) ?? [];
  const fourth = `${year}-01-04`;
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7;
  return dayAfter(fourth, (Number(number) - 1) * 7 - weekday);
}
