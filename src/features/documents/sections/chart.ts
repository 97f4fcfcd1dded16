import { drawingOf, summary } from '../../../presentation/charts/drawing.ts';
import { type Drawn, linePicture } from '../../../presentation/charts/line-picture.ts';
import { stepOf } from '../../../presentation/charts/lines.ts';
import { seriesOf } from '../../../presentation/charts/series.ts';
import { swatch } from '../../../presentation/charts/swatch.ts';
import { type Element, element } from '../../../presentation/element.ts';
import { formatDay, formatPercent, shortName } from '../../../presentation/numbers.ts';
import type { Contents } from '../contents.ts';
import { note, section } from './words.ts';

/** The same picture for wide pages and for phones, so that its letters are as large as the text's on both. */
const WIDE = { width: 660, height: 300 };
const NARROW = { width: 350, height: 240 };
const FONT = { 'font-family': 'system-ui, sans-serif', 'font-size': 12, fill: 'var(--muted)' };
const MARKS_SHOWN = 6;

/** Visibility over the days, with the competitors that are named most and the period before. */
export function chartSection({ row, trend, range, marks }: Contents): Element | null {
  if (row.visibility_total === 0) return null;
  const step = stepOf(range);
  const series = seriesOf(row.brand.name, trend.now, trend.earlier, range, step).map((one) => ({
    ...one,
    name: shortName(one.name),
  }));
  const off = new Set(series.filter(({ isOff }) => isOff).map(({ name }) => name));
  const drawing = drawingOf({ series, range, step, marks, off, write: formatPercent, max: 100 });
  const title = `Visibility by ${step}`;
  const label = `${title}. ${summary(drawing.visible, formatPercent)}.`;
  const picture = (size: typeof WIDE, className: string) =>
    element(
      'svg',
      {
        ...FONT,
        xmlns: 'http://www.w3.org/2000/svg',
        class: className,
        viewBox: `0 0 ${size.width} ${size.height}`,
        width: size.width,
        height: size.height,
        role: 'img',
        'aria-label': label,
      },
      element('title', {}, title),
      element('desc', {}, label),
      linePicture({
        ...size,
        range,
        axis: drawing.axis,
        write: formatPercent,
        marks: drawing.marks,
        shown: null,
        series: drawing.visible,
        day: range.end,
      }),
    );
  return section(
    title,
    element(
      'figure',
      {},
      picture(WIDE, 'wide'),
      picture(NARROW, 'narrow'),
      legend(drawing.visible),
      caption(label),
    ),
    note(drawing.notes.join(' · ')),
    changesUnder(drawing.marks),
  );
}

const caption = (label: string): Element => element('figcaption', { class: 'small muted' }, label);

function legend(visible: readonly Drawn[]): Element {
  const entries = visible.map(({ name, look }) =>
    element('li', {}, swatch(look), ' ', element('bdi', {}, name)),
  );
  return element('ul', { class: 'legend', 'aria-label': 'Shown in the chart' }, entries);
}

/** What changed under the numbers, and notes, which the picture only marks. */
function changesUnder(marks: Contents['marks']): Element | null {
  if (marks.length === 0) return null;
  const more = marks.length - MARKS_SHOWN;
  return element(
    'ul',
    { class: 'small' },
    marks
      .slice(0, MARKS_SHOWN)
      .map(({ day, text, isNote }) =>
        element('li', {}, `${isNote ? '◆' : '▼'} ${formatDay(day)}: `, element('bdi', {}, text)),
      ),
    more > 0 && element('li', {}, `and ${more} more`),
  );
}
