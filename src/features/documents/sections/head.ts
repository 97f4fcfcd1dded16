import { formatDays } from '../../../presentation/days.ts';
import { type Children, type Element, element } from '../../../presentation/element.ts';
import { headline, othersText } from '../../../presentation/headline.ts';
import { counted, format, formatCount, formatPercent, signOf } from '../../../presentation/numbers.ts';
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
    note([named, bounds, compared, othersText(row.change)].filter(Boolean).join(' ')),
  );
}

/** All measures of both periods. */
export function measuresTable({ row }: Contents): Element | null {
  if (row.visibility_total === 0) return null;
  const { changes, previous } = row;
  const line = (
    name: string,
    now: string,
    earlier: string,
    change: Parameters<typeof changeText>[0] | undefined,
    unit?: string,
  ): Children[] => [name, now, earlier, change ? changeText(change, unit) : ''];
  return tableOf(
    'All measures',
    ['Measure', '#Now', '#Before', 'Change'],
    [
      line('Visibility', formatPercent(row.visibility), formatPercent(previous?.visibility), row.change),
      line(
        'Share of voice',
        formatPercent(row.share_of_voice),
        formatPercent(previous?.share_of_voice),
        changes?.share_of_voice,
      ),
      line(
        'Position (1 is first)',
        format(row.position),
        format(previous?.position),
        changes?.position,
        'places',
      ),
      line('Sentiment (0 to 100)', format(row.sentiment), format(previous?.sentiment), changes?.sentiment),
    ],
  );
}
