import { InvalidArgumentError } from 'commander';
import { SCOPES, type Scope } from '../features/api-keys/api-keys.ts';
import { QUOTAS, type QuotaName, type Quotas } from '../features/quotas/quotas.ts';
import { UsageError } from './terminal.ts';

export function email(value: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw new InvalidArgumentError('This is not an email address.');
  return value;
}

export function scopes(value: string): Scope[] {
  const chosen = value.split(',').map((scope) => scope.trim());
  const unknown = chosen.find((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is none of ${SCOPES.join(', ')}.`);
  return chosen as Scope[];
}

export function day(value: string): string {
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value);
  if (!isDay) throw new InvalidArgumentError('This is not a day that exists, YYYY-MM-DD.');
  return value;
}

export function wholeNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}

const MOST_LIMIT = 1_000_000;

/** Limits such as brands=8 and pins=none. @throws UsageError */
export function limits(given: readonly string[]): Partial<Quotas> {
  const chosen: Partial<Quotas> = {};
  for (const one of given) {
    const [name = '', value = ''] = one.split('=');
    if (!(name in QUOTAS.CUSTOM))
      throw new UsageError(`"${name}" is none of ${Object.keys(QUOTAS.CUSTOM).join(', ')}.`);
    if (value !== 'none' && (!/^\d+$/.test(value) || Number(value) > MOST_LIMIT))
      throw new UsageError(`${name} must be a whole number up to ${MOST_LIMIT}, or none.`);
    chosen[name as QuotaName] = value === 'none' ? null : Number(value);
  }
  return chosen;
}
