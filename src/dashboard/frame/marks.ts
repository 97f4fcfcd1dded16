import { api, type Schemas, unwrap } from '../api/client.ts';
import { useData } from '../api/use-data.ts';
import type { Mark } from '../charts/line-chart.tsx';
import { counted } from '../components/numbers.tsx';
import { type Filters, PLATFORM_NAMES } from '../state/filters.ts';

/** What changed under the numbers of a brand, for marking it in charts. */
export function useMarks(brandId: string, { start, end }: Filters): Mark[] {
  const { data } = useData(['breaks', brandId, start, end], () =>
    unwrap(
      api.GET('/api/breaks', { params: { query: { brandId, startDate: start, endDate: end, limit: 1000 } } }),
    ),
  );
  return (data?.data ?? []).map((one) => ({ day: one.day, text: textOf(one) }));
}

function textOf({ kind, platform, details }: Schemas['Break']): string {
  const where = platform === null ? '' : ` on ${PLATFORM_NAMES[platform]}`;
  switch (kind) {
    case 'names': {
      const changed = (details.changes ?? []).flatMap(({ name }) => (name === null ? [] : [name]));
      return `names that count were changed${changed.length === 0 ? '' : ` (${changed.join(', ')})`}`;
    }
    case 'prompts': {
      const parts = [
        details.added ? `${counted(details.added, 'prompt')} added` : '',
        details.archived ? `${counted(details.archived, 'prompt')} archived` : '',
      ].filter((part) => part !== '');
      return parts.join(', ');
    }
    case 'model':
      return `another model answers${where}: ${(details.models ?? []).join(', ')}`;
    case 'platform':
      return `first answers${where}`;
    case 'extraction':
      return details.answers === undefined
        ? 'answers are read by a new version of the program from here on'
        : `${counted(details.answers, 'answer')} were read again, ${details.changed ?? 0} of them differently`;
  }
}
