import { counted, format, formatCount, PERCENT, shownShare } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import type { Said } from '../../components/list/columns.tsx';

export type Alert = Schemas['Alert'];
export type AlertRule = Schemas['AlertRule'];
export type AlertType = Schemas['AlertType'];
type Window = Schemas['AlertWindow'];

interface Kind {
  name: string;
  about: string;
  /** What its threshold is called, and what it means. */
  threshold: string;
  hint: string;
  suggested: number;
  /** From where on it triggers, as a sentence without a subject. */
  triggers: (threshold: number) => string;
  measured: (window: Window) => string;
  /** Its number alone, as it is shown. */
  number: (window: Window) => string;
}

const points = (value: number) => `${format(value)} ${value === 1 ? 'point' : 'points'}`;
const share = ({ count, total }: Window) => format(shownShare(count, total));
const visibility = (window: Window) =>
  `${share(window)}${PERCENT} (${formatCount(window.count)} of ${counted(window.total, 'answer')})`;

/** What each kind of rule looks for. */
export const KINDS: Record<AlertType, Kind> = {
  VISIBILITY_DROP: {
    name: 'Visibility falls',
    about: 'AI answers name your brand less often than on the same weekdays before.',
    threshold: 'Fall in percentage points',
    hint: 'From 40 % to 30 % is a fall of 10 points. Smaller falls raise no alert.',
    suggested: 10,
    triggers: (threshold) => `a fall of ${points(threshold)} or more`,
    measured: visibility,
    number: share,
  },
  COMPETITOR_CHANGE: {
    name: 'A competitor rises or falls',
    about: 'AI answers name a competitor more or less often than on the same weekdays before.',
    threshold: 'Change in percentage points',
    hint: 'Up or down. From 40 % to 50 % is a change of 10 points.',
    suggested: 10,
    triggers: (threshold) => `a change of ${points(threshold)} or more`,
    measured: visibility,
    number: share,
  },
  NEGATIVE_SENTIMENT: {
    name: 'Answers speak badly of your brand',
    about: 'The mean sentiment of the answers that name your brand is low.',
    threshold: 'Sentiment of at most',
    hint: 'From 0 (bad) to 100 (good); 50 is neutral.',
    suggested: 45,
    triggers: (threshold) => `a sentiment of ${format(threshold)} or lower`,
    measured: (window) => `${format(window.value)} (mean of ${counted(window.count, 'answer')})`,
    number: (window) => format(window.value),
  },
  NEW_MENTION: {
    name: 'New mentions',
    about: 'Your brand is mentioned so many times in these days. A plain count, whatever it was before.',
    threshold: 'New mentions, at least',
    hint: 'A whole number.',
    suggested: 10,
    triggers: (threshold) => `${counted(threshold, 'new mention')} or more`,
    number: (window) => formatCount(window.count),
    measured: (window) => `${counted(window.count, 'new mention')} in ${counted(window.total, 'answer')}`,
  },
};

export const TYPES = Object.keys(KINDS) as AlertType[];

/** The gravest first. */
export const SEVERITIES: Record<Schemas['AlertSeverity'], Said> = {
  CRITICAL: ['Critical', 'bad'],
  HIGH: ['High', 'warn'],
  MEDIUM: ['Medium', 'accent'],
  LOW: ['Low'],
};

/** What a rule is called where nobody named it. */
export const ruleName = (rule: AlertRule): string => rule.name ?? KINDS[rule.type].name;

/** Which change a rule on visibility detects with its answers, in words; null: another rule. */
export function reachOf({ type, competitorId, detectablePoints }: AlertRule): string | null {
  if (type !== 'VISIBILITY_DROP' && (type !== 'COMPETITOR_CHANGE' || competitorId === null)) return null;
  return detectablePoints === null
    ? 'There are too few answers yet to detect a change.'
    : `With today’s answers it detects a change of ${format(detectablePoints)} points or more.`;
}

/** How sure it is that the change is none of chance, in words. */
export function certaintyOf({ evidence: { significance } }: Alert): string | null {
  if (!significance) return null;
  // Two figures: more would be false precision.
  const odds =
    significance.pValue > 0 ? Number((1 / significance.pValue).toPrecision(2)) : Number.POSITIVE_INFINITY;
  return odds > 1_000_000
    ? 'Chance alone would bring such a change less than once in a million times.'
    : `Chance alone would bring such a change about once in ${formatCount(odds)} times.`;
}
