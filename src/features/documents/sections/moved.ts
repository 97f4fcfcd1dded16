import { type Children, type Element, element } from '../../../presentation/element.ts';
import { counted, formatCount, formatPercent, shown, shownChange } from '../../../presentation/numbers.ts';
import { platformName } from '../../../presentation/platforms.ts';
import type { Contents, MovedPrompt } from '../contents.ts';
import {
  changeOf,
  changeText,
  linkTo,
  nameOf,
  note,
  paragraph,
  promptOf,
  section,
  tableOf,
} from './words.ts';

/** Senders may name platforms of their own, as many as they like. */
const MOST_PLATFORMS = 15;

/** What moved: by platform, and the prompts that moved with the answers behind them. */
export function movedSection(contents: Contents): Element | null {
  const { platforms, prompts, row } = contents;
  if (row.visibility_total === 0) return null;
  const all = `${counted(prompts.looked, 'prompt')}${prompts.looked < prompts.total ? ` with most answers, of ${formatCount(prompts.total)}` : ''}`;
  return section(
    'What moved',
    platforms.length > 1 &&
      tableOf(
        'By platform',
        ['Platform', '#Answers', '#Visibility', 'Change'],
        platforms
          .slice(0, MOST_PLATFORMS)
          .map((one) => [
            element('bdi', {}, platformName(one.dimensions?.platform ?? 'OTHER:')),
            formatCount(one.visibility_total),
            formatPercent(shown(one, 'visibility')),
            changeOf(one),
          ]),
      ),
    platforms.length > MOST_PLATFORMS &&
      note(`${formatCount(platforms.length - MOST_PLATFORMS)} more platforms have fewer answers.`),
    prompts.moved.length === 0
      ? paragraph(`Of ${all} none moved by itself more than chance explains.`)
      : [
          paragraph(`Of ${all}, these moved most by more than chance:`),
          element(
            'ul',
            {},
            prompts.moved.map((one) => element('li', {}, promptLines(one, contents))),
          ),
          note('Of many prompts, one in twenty moves by chance alone: where it says so, take it as a lead.'),
        ],
  );
}

function promptLines({ group, change, row, evidence }: MovedPrompt, { publicUrl }: Contents): Children {
  const before = formatPercent(shown(row.previous, 'visibility'));
  const line = [
    promptOf(group['prompt'] ?? ''),
    `: ${before} → ${formatPercent(shown(row, 'visibility'))} (${changeText(shownChange(row, 'visibility', change) ?? change)}).`,
  ];
  if (!evidence || evidence.runs === 0) return line;
  const { runs, names_brand: isNamed, named_instead: others, run_ids: ids } = evidence;
  const does = runs === 1 ? ['names', 'does not name'] : ['name', 'do not name'];
  const said = `${counted(runs, 'answer')} ${isNamed ? does[0] : does[1]} it`;
  const names = others.map(({ name, runs: count }, at) => [
    at > 0 && ', ',
    nameOf(name),
    ` ${formatCount(count)}`,
  ]);
  return [
    line,
    element(
      'div',
      { class: 'small muted' },
      said,
      names.length > 0 && [isNamed ? '; beside it: ' : '; named instead: ', names],
      publicUrl === null ? '.' : '. ',
      publicUrl !== null &&
        ids.map((id, at) => [
          at > 0 && ' · ',
          linkTo(publicUrl, `answer/${id}`, at === 0 ? 'Read an answer' : 'another'),
        ]),
    ),
  ];
}
