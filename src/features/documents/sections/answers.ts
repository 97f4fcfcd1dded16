import { type Element, element } from '../../../presentation/element.ts';
import { formatMoment } from '../../../presentation/numbers.ts';
import { platformName } from '../../../presentation/platforms.ts';
import type { Contents } from '../contents.ts';
import { note, promptOf, section } from './words.ts';

/** What answers behind the prompts that moved say, word for word, where that may be shown. */
export function answersSection({ answers }: Contents): Element | null {
  if (answers.length === 0) return null;
  return section(
    'What answers said',
    note('Answers behind the prompts that moved, as the platforms gave them.'),
    answers.map(({ prompt, platform, executedAt, text, isCut }) => [
      element(
        'p',
        { class: 'small' },
        promptOf(prompt),
        ` ${platformName(platform)}, ${formatMoment(executedAt)}`,
      ),
      element('blockquote', { dir: 'auto', style: 'white-space:pre-wrap' }, `${text}${isCut ? '…' : ''}`),
    ]),
  );
}
