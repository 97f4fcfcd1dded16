import { dayOf } from '../../base/days.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';

type Break = components['schemas']['Break'];

/** The days from which on this server makes bounds and verdicts by another method, if the brand is older. */
export async function methodBreaks(tx: Tx, brand: { createdAt: Date }): Promise<Break[]> {
  const found = await tx<{ method: number; since: Date }[]>`
    select method, since from bounds_methods where since > ${brand.createdAt}`;
  return found.map(({ method, since }) => ({
    day: dayOf(since),
    kind: 'method',
    platform: null,
    description: `From this day on bounds and verdicts are made by method ${method}, of all days; counts and shares are the same.`,
    details: { method },
  }));
}
