import { thin } from '../../../presentation/charts/lines.ts';
import { pointOf } from '../../../presentation/charts/series.ts';
import { type Children, type Element, element } from '../../../presentation/element.ts';
import {
  counted,
  format,
  formatCount,
  lackText,
  rangeText,
  shownShare,
} from '../../../presentation/numbers.ts';
import {
  ACTS,
  KIND_WORDS,
  nothingText,
  opportunitySentence,
  subjectText,
} from '../../../presentation/opportunities.ts';
import { platformName } from '../../../presentation/platforms.ts';
import type { Contents } from '../contents.ts';
import { linkTo, nameOf, note, paragraph, section } from './words.ts';

type Opportunity = Contents['opportunities']['data'][number];

const MOST_SUBJECT = 200;
const MOST_FEW = 8;

/** What to do next, the most at stake first. */
export function nextSection({ opportunities, publicUrl, row }: Contents): Element | null {
  if (row.visibility_total === 0) return null;
  const { data, total } = opportunities;
  const title = 'What to do next';
  if (data.length === 0) {
    const nothing = nothingText(opportunities);
    return section(title, paragraph(`${nothing.title}. ${nothing.text}`));
  }
  return section(
    title,
    element(
      'ol',
      {},
      data.map((one) => element('li', {}, lines(one, opportunities.answer_total, publicUrl))),
    ),
    note(
      total > data.length && `${formatCount(total - data.length)} more are in Sightline. `,
      'Only what chance does not explain is listed: at most one in ten is false on average.',
    ),
  );
}

function lines(of: Opportunity, answers: number, publicUrl: string | null): Children {
  const { answer_count: count, at_stake_low: low, at_stake_high: high, kind, act } = of;
  const bounds = low === null || high === null ? '' : ` (${rangeText(low, high)})`;
  const pieces = opportunitySentence(of).map((piece) => {
    if (piece === 'SUBJECT') return element('bdi', {}, shortened(subjectText(of)));
    return typeof piece === 'string' ? piece : nameOf(piece.name);
  });
  const path = act.url.slice(act.url.indexOf('#/') + 2);
  return [
    element('strong', {}, KIND_WORDS[kind]),
    ': ',
    pieces,
    '.',
    element(
      'div',
      { class: 'small muted' },
      `Up to ${format(shownShare(count, answers))} points${bounds} of visibility. `,
      linkTo(publicUrl, path, ACTS[act.kind]),
    ),
  ];
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > MOST_SUBJECT ? `${letters.slice(0, MOST_SUBJECT - 1).join('')}…` : text;
}

/** What the numbers cannot say yet, and what is missing for it. */
export function fewSection({ row, platforms, prompts, trend }: Contents): Element {
  const said: Children[] = [];
  const isFew = (one: { change?: typeof row.change }) => one.change?.verdict === 'too_few';
  if (row.visibility_total === 0) said.push('There are no answers in these days with these filters.');
  else if (row.change && isFew(row)) said.push(`The whole: ${lackText(row.change)}.`);
  const few = platforms.filter(isFew);
  for (const one of few.slice(0, MOST_FEW))
    if (one.change)
      said.push([
        element('bdi', {}, platformName(one.dimensions?.platform ?? 'OTHER:')),
        `: ${lackText(one.change)}.`,
      ]);
  if (few.length > MOST_FEW)
    said.push(`${formatCount(few.length - MOST_FEW)} more platforms have too few answers.`);
  if (prompts.few > 0)
    said.push(
      `${counted(prompts.few, 'prompt')} of ${formatCount(prompts.looked)} ${prompts.few === 1 ? 'has' : 'have'} too few answers to tell a change by itself.`,
    );
  const thinDays = thin(trend.now.map(pointOf)).size;
  if (thinDays > 0)
    said.push(
      `${counted(thinDays, 'point')} of the chart ${thinDays === 1 ? 'is' : 'are'} of fewer than five answers, and drawn as dots alone.`,
    );
  if (trend.earlier.length === 0 && row.visibility_total > 0 && !isFew(row))
    said.push('There are no answers in the period before, so nothing is compared.');
  const title = 'What is too few to say';
  if (said.length === 0)
    return section(title, paragraph('Nothing: there are enough answers for all of the above.'));
  return section(
    title,
    element(
      'ul',
      {},
      said.map((one) => element('li', {}, one)),
    ),
  );
}
