import { formatMoment } from '../../../../../presentation/numbers.ts';
import { platformName } from '../../../../../presentation/platforms.ts';
import { Table } from '../../../components/table/table.tsx';
import type { Result } from './pieces.ts';

type Run = Result['runs'][number];

const COLUMNS = [
  { name: 'Line', cell: ({ line }: Run) => line },
  { name: 'Date', cell: ({ executedAt }: Run) => formatMoment(executedAt) },
  {
    name: 'Platform',
    cell: ({ platform }: Run) => platformName(platform as Parameters<typeof platformName>[0]),
  },
  { name: 'Prompt', cell: ({ queryText }: Run) => <span dir="auto">{queryText}</span> },
  {
    name: 'Answer',
    cell: ({ answer }: Run) => (
      <span class="welcome-cell" dir="auto">
        {answer ?? '–'}
      </span>
    ),
  },
  {
    name: 'Sentiment',
    cell: ({ sentimentScore }: Run) =>
      sentimentScore === null ? 'read from the text' : `${sentimentScore} of 100`,
  },
  { name: 'Sources', cell: ({ citations }: Run) => citations ?? 'links of the text' },
];

/** The first answers of a file as they would be stored. */
export function FirstAnswers({ runs }: { runs: readonly Run[] }) {
  if (runs.length === 0) return null;
  return (
    <Table caption="As it would be stored" columns={COLUMNS} rows={runs} keyOf={({ line }) => String(line)} />
  );
}
