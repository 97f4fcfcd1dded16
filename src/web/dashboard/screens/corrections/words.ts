import { format, formatDay } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { platformName } from '../../state/filters.ts';

export type Batch = Schemas['CorrectionBatch'];

/** Which answers a batch was of, in words. */
export function filterWords({ filter, origin }: Batch, brandName: (id: string) => string): string {
  if (origin === 'ADOPTION' || filter === null) return 'Answers with a corrected mention';
  // The contract has it open, since an older version may have made it.
  const { brandId, competitorId, namedAs, queryText, platform, startDate, endDate } =
    filter as Schemas['CorrectionFilter'];
  return [
    `${brandName(brandId)}${competitorId === undefined ? '' : ', a competitor'}`,
    namedAs !== undefined && `found as “${namedAs}”`,
    queryText !== undefined && `prompt “${queryText}”`,
    platform !== undefined && platformName(platform),
    startDate !== undefined && `from ${formatDay(startDate)}`,
    endDate !== undefined && `to ${formatDay(endDate)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What a batch says of its answers. */
export function saidOf({ named, score }: Batch): string {
  if (named === null) return 'as its mentions were';
  if (!named) return 'not named';
  return score === null ? 'named' : `named, sentiment ${format(score)}`;
}
