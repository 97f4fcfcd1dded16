import { namedMost } from '../../../presentation/charts/series.ts';
import { type Element, element } from '../../../presentation/element.ts';
import { rankAmong, rankOf, rankText } from '../../../presentation/headline.ts';
import { formatCount, formatPercent, shown } from '../../../presentation/numbers.ts';
import { capitalised } from '../../../presentation/text.ts';
import type { Contents } from '../contents.ts';
import { changeOf, nameOf, note, paragraph, section, tableOf } from './words.ts';

const MOST_PLACES = 10;

/** The brand among its competitors, in the same answers. */
export function rankingSection({ row }: Contents): Element | null {
  if (row.visibility_total === 0) return null;
  const competitors = namedMost(row.competitors ?? []);
  const title = 'Who is ahead';
  if (competitors.length === 0)
    return section(
      title,
      paragraph('No competitors are tracked. With some, this says who is named instead.'),
    );
  const counts = [row, ...competitors].map((one) => one.visibility_count);
  const all = [
    { ...row, name: row.brand.name, isOwn: true },
    ...competitors.map((one) => ({ ...one, isOwn: false })),
  ]
    .map((one) => ({ ...one, place: rankAmong(one.visibility_count, counts) }))
    .toSorted((one, other) => one.place - other.place);
  // The brand's own rank is there, wherever it is.
  const listed = all.filter(({ isOwn }, at) => at < MOST_PLACES || isOwn);
  const hidden = all.length - listed.length;
  return section(
    title,
    paragraph(nameOf(row.brand.name), ` is ${rankText(rankOf(row))}.`),
    tableOf(
      'You and your competitors, in the same answers',
      ['#Place', 'Name', '#Answers', '#Visibility', 'Change'],
      listed.map((one) => [
        one.place,
        [
          one.isOwn ? element('strong', {}, nameOf(one.name)) : nameOf(one.name),
          bar(one.visibility, one.isOwn),
        ],
        formatCount(one.visibility_count),
        formatPercent(shown(one, 'visibility')),
        changeOf(one),
      ]),
    ),
    hidden > 0 && note(`${capitalised(formatCount(hidden))} more are named less.`),
  );
}

/** A share of 100 as a bar below its name; the number stands beside it. */
function bar(value: number | null, isOwn: boolean): Element {
  const width = Math.max(0, Math.min(100, value ?? 0));
  const style = `width:${width}%;height:6px;background:var(--series-${isOwn ? 1 : 8})`;
  return element('div', { class: 'bar', 'aria-hidden': 'true' }, element('div', { style }));
}
