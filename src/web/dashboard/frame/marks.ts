import type { Mark } from '../../../presentation/charts/lines.ts';
import { useAnswer } from '../api/loading.ts';
import type { Filters } from '../state/filters.ts';

/**
 * What charts of a brand mark on its day: what changed under the numbers, and notes of people. A note of a platform stands
 * where the platform is shown.
 * @param prompts ids of the queries that the chart is of; a note of a prompt stands in that prompt's chart alone
 */
export function useMarks(
  brandId: string,
  { start, end, platforms }: Pick<Filters, 'start' | 'end' | 'platforms'>,
  prompts: readonly string[] = [],
): Mark[] {
  const query = { brandId, startDate: start, endDate: end, limit: 1000 };
  const breaks = useAnswer('listBreaks', { query });
  const notes = useAnswer('listAnnotations', { query });
  const shown = (notes.data?.data ?? []).filter(
    ({ platform, queryId }) =>
      (platform === null || platforms.length === 0 || platforms.includes(platform)) &&
      (queryId === null || prompts.includes(queryId)),
  );
  return [
    ...(breaks.data?.data ?? []).map(({ day, description }) => ({ day, text: description })),
    ...shown.map(({ day, text }) => ({ day, text, isNote: true })),
  ];
}
