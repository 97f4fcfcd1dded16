import { formatDays } from '../../../presentation/days.ts';
import { type Children, type Element, element } from '../../../presentation/element.ts';
import { headline, othersText } from '../../../presentation/headline.ts';
import {
  counted,
  format,
  formatCount,
  formatPercent,
  type ShownMeasure,
  shown,
  shownChange,
  signOf,
} from '../../../presentation/numbers.ts';
import type { Contents } from '../contents.ts';
import { changeText, nameOf, note, tableOf } from './words.ts';

/** What happened, in one sentence, and what it rests on. */
export function headSection({ row, before, range, organisation }: Contents): Element {
  const verdict = row.change?.verdict;
  const named = `Named in ${formatCount(row.visibility_count)} of ${counted(row.visibility_total, 'answer')}.`;
  const bounds =
    row.visibility_low != null && row.visibility_high != null
      ? `With 95${'\u202f'}% certainty between ${formatPercent(row.visibility_low)} and ${formatPercent(row.visibility_high)}.`
      : '';
  const compared = before ? `Compared with ${formatDays(before.start_date, before.end_date)}.` : '';
  return element(
    'header',
    {},
    note(nameOf(organisation), ` · AI visibility · ${formatDays(range.start, range.end)}`),
    element(
      'h1',
      {},
      verdict && [element('span', { class: `sign ${verdict}`, 'aria-hidden': 'true' }, signOf(verdict)), ' '],
      nameOf(row.brand.name),
      ` ${headline(row)}`,
    ),
    note(
      [named, bounds, compared].filter(Boolean).join(' '),
      ' ',
      othersText(row).map((piece) => (typeof piece === 'string' ? piece : nameOf(piece.name))),
    ),
  );
}

/** All measures of both periods. */
export function measuresTable({ row }: Contents): Element | null {
  if (row.visibility_total === 0) return null;
  const { change, changes } = row;
  const line = (
    name: string,
    measure: ShownMeasure,
    write: typeof format,
    of: typeof change,
    unit?: string,
  ): Children[] => {
    const shownOf = shownChange(row, measure, of);
    const [now, before] = [shown(row, measure), shown(row.previous, measure)];
    return [name, write(now), write(before), shownOf ? changeText(shownOf, unit) : ''];
  };
  return tableOf(
    'All measures',
    ['Measure', '#Now', '#Before', 'Change'],
    [
      line('Visibility', 'visibility', formatPercent, change),
      line('Share of voice', 'share_of_voice', formatPercent, changes?.share_of_voice),
      line('Position (1 is first)', 'position', format, changes?.position, 'places'),
      line('Sentiment (0 to 100)', 'sentiment', format, changes?.sentiment),
    ],
  );
}
