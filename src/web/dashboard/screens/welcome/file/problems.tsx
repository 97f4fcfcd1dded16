import { counted, formatCount } from '../../../../../presentation/numbers.ts';
import { CsvButton } from '../../../components/table/csv.tsx';
import { Table } from '../../../components/table/table.tsx';
import type { Problem } from './pieces.ts';

const SHOWN = 200;
const COLUMNS = [
  {
    name: 'Line',
    cell: ({ line }: Problem) => formatCount(line),
    value: ({ line }: Problem) => line,
  },
  { name: 'To fix', value: ({ message }: Problem) => message },
  {
    name: 'Id',
    cell: ({ externalId }: Problem) => externalId ?? '–',
    value: ({ externalId }: Problem) => externalId,
  },
];

/** Lines of a file that are not taken, wholly or in part, with what to do about each. */
export function Problems({ problems, problemCount }: { problems: readonly Problem[]; problemCount: number }) {
  if (problemCount === 0) return null;
  return (
    <section class="stack-small" aria-label="Lines with a problem">
      <p class="note" data-kind="warn">
        {counted(problemCount, 'problem')}: the line, or the part of it that is named, cannot be imported; all
        else can.
        {problemCount > SHOWN &&
          ` Here are the first ${SHOWN}; the CSV has ${problems.length < problemCount ? `the first ${formatCount(problems.length)}` : 'all'}.`}
      </p>
      <Table
        caption="Lines with a problem"
        columns={COLUMNS.slice(0, problems.some(({ externalId }) => externalId !== null) ? 3 : 2)}
        rows={problems.slice(0, SHOWN)}
        keyOf={({ line, message }) => `${line} ${message}`}
      />
      <div class="actions">
        <CsvButton name="lines-to-fix" columns={COLUMNS} rows={problems} />
      </div>
    </section>
  );
}
