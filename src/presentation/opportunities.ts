import type { components } from '../contract/generated/types.ts';
import { counted, format } from './numbers.ts';

type Schemas = components['schemas'];
type Opportunity = Pick<
  Schemas['Opportunity'],
  'brand' | 'kind' | 'subject' | 'reason' | 'answer_count' | 'competitors' | 'change'
>;

/** A kind as the word beside one opportunity. */
export const KIND_WORDS: Record<Schemas['OpportunityKind'], string> = {
  SOURCE: 'Source',
  PROMPT: 'Prompt',
  CRITICISM: 'Criticism',
  OWN_PAGE: 'Your page',
};
export const ACTS: Record<Schemas['OpportunityAct']['kind'], string> = {
  CAMPAIGN: 'Start a campaign',
  BRIEF: 'Make a brief',
  CORRECTION: 'Read and correct',
  PROMPT: 'Look at the prompt',
};

/** A piece of a sentence: words of ours, a name, or what the sentence is about. */
export type Piece = string | { name: string } | 'SUBJECT';

/** The opportunity in one sentence. */
export function opportunitySentence(of: Opportunity): Piece[] {
  const { kind, reason, answer_count: count, competitors, change } = of;
  const brand = { name: of.brand.name };
  const answers = counted(count, 'answer');
  const other = competitors[0] ? { name: competitors[0].name } : 'a competitor';
  const does = count === 1 ? 'does' : 'do';
  if (kind === 'SOURCE') {
    const others = competitors.length > 1 ? ' or others' : '';
    const names = count === 1 ? 'names' : 'name';
    return ['SUBJECT', ` is cited in ${answers} that ${names} `, other, `${others} and not `, brand];
  }
  if (kind === 'OWN_PAGE') return ['SUBJECT', ` is cited in ${answers} that ${does} not name `, brand];
  if (kind === 'CRITICISM')
    return [`${answers} to `, 'SUBJECT', ` ${count === 1 ? 'speaks' : 'speak'} against `, brand];
  if (reason === 'LOST') {
    const by = change ? `: ${format(change.points)} points` : '';
    return ['SUBJECT', ' names ', brand, ` less than before${by}; ${answers} ${does} not name it`];
  }
  return [
    'SUBJECT',
    ' hardly ever names ',
    brand,
    `; ${answers} ${does} not, and `,
    other,
    ' is named there',
  ];
}

/** The subject of an opportunity. A prompt stands in quotation marks. */
export function subjectText({ kind, subject }: Pick<Opportunity, 'kind' | 'subject'>): string {
  const isPrompt = kind === 'PROMPT' || kind === 'CRITICISM';
  return isPrompt ? `“${subject}”` : subject.replace(/^https?:\/\/(www\.)?/, '');
}

/** Why nothing is certain, and what would help. */
export function nothingText({
  answer_total: answers,
  day_total: days,
  competitor_total: competitors,
  tested,
}: Pick<Schemas['OpportunitiesReport'], 'answer_total' | 'day_total' | 'competitor_total' | 'tested'>): {
  because: 'NO_ANSWERS' | 'NO_COMPETITORS' | 'TOO_FEW' | 'CHANCE';
  title: string;
  text: string;
} {
  const candidates = Object.values(tested).reduce((sum, count) => sum + count, 0);
  const found = `${counted(answers, 'answer')} on ${counted(days, 'day')}`;
  if (answers === 0)
    return {
      because: 'NO_ANSWERS',
      title: 'There are no answers in these days',
      text: 'Choose other days or fewer filters.',
    };
  if (competitors === 0)
    return {
      because: 'NO_COMPETITORS',
      title: 'Nobody to be named instead',
      text: 'With competitors you see which sources name them and not you, and which prompts they have.',
    };
  if (candidates === 0)
    return {
      because: 'TOO_FEW',
      title: 'Too few answers to be certain',
      text: `There are ${found}. A prompt needs 10 answers, a source or page 5, on at least 6 days. Choose more days, or ask more often.`,
    };
  return {
    because: 'CHANCE',
    title: 'Nothing that chance would not explain',
    text: `${counted(candidates, 'candidate')} in ${found} were looked at. More days or prompts show smaller effects.`,
  };
}
