import { dayAfter } from '../../../../base/definitions.ts';
import { daysBetween } from '../../../../base/views/range.ts';
import { formatShortDay } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { PlatformName } from '../../icons/platform-name.tsx';
import { platformsOf } from '../../state/filters.ts';

type CoverageRow = Schemas['CoverageRow'];

/** More days than this are too narrow to see; the table below has all. */
const MOST_DAYS = 62;

/** A cell a day and platform: full where all that was planned was answered. Its sign says the same as its colour. */
export function DayGrid({ rows, start, end }: { rows: readonly CoverageRow[]; start: string; end: string }) {
  const length = Math.min(MOST_DAYS, daysBetween(start, end));
  const days = Array.from({ length }, (_, at) => dayAfter(end, at + 1 - length));
  const found = new Map(rows.map((row) => [row.day + row.platform, row]));
  const platforms = platformsOf(rows.map(({ platform }) => platform));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="table-wrap" tabIndex={0} aria-label="Grid of days and platforms">
      <table class="coverage-grid">
        <caption class="visually-hidden">Coverage by day and platform</caption>
        <thead>
          <tr>
            <th scope="col">Platform</th>
            {days.map((day, at) => (
              <th key={day} scope="col">
                <span class={at % 7 === 0 ? '' : 'visually-hidden'}>{formatShortDay(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {platforms.map((platform) => (
            <tr key={platform}>
              <th scope="row">
                <PlatformName platform={platform} />
              </th>
              {days.map((day) => (
                <Cell key={day} row={found.get(day + platform)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small muted coverage-signs">
        ● all answered · ◐ some missing or failed · ○ none answered · + sent in · empty: nothing planned
      </p>
    </section>
  );
}

function Cell({ row }: { row: CoverageRow | undefined }) {
  const { sign, kind, text } = stateOf(row);
  return (
    <td class="coverage-cell" data-kind={kind} title={text}>
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden">{text}</span>
    </td>
  );
}

function stateOf(row: CoverageRow | undefined): { sign: string; kind: string; text: string } {
  const sent = row ? row.ingested + row.ingestedNotShown + row.ingestedFailed : 0;
  if (!row || (row.expected === 0 && sent === 0)) return { sign: '', kind: 'none', text: 'nothing planned' };
  if (row.expected === 0) return { sign: '+', kind: 'sent', text: `${sent} sent in` };
  const text = `${row.executed} of ${row.expected} answered`;
  if (row.executed === row.expected) return { sign: '●', kind: 'all', text };
  return row.executed === 0 ? { sign: '○', kind: 'lost', text } : { sign: '◐', kind: 'some', text };
}
