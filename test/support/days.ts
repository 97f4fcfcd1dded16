import { DAY_MS, dayAfter, today } from '../../src/base/definitions.ts';

/** The day so many days before today, YYYY-MM-DD. */
export const daysAgo = (days: number): string => dayAfter(today(), -days);

/** The moment so many days ago, as the API takes it. */
export const momentAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
