import { formatDays } from '../../../presentation/days.ts';
import { type Children, type Element, element } from '../../../presentation/element.ts';
import { counted, formatMoment, PERCENT } from '../../../presentation/numbers.ts';
import { platformName } from '../../../presentation/platforms.ts';
import { capitalised } from '../../../presentation/text.ts';
import type { Filter } from '../../../reports/breakdown/request.ts';
import { isSnapshotId } from '../../../snapshots/manifest.ts';
import type { Contents } from '../contents.ts';
import { linkTo, nameOf, section } from './words.ts';

const DEFINITIONS: readonly (readonly [string, string])[] = [
  ['Visibility', 'the share of answers that name the brand.'],
  ['Share of voice', 'of all namings of the brand and its competitors, the share that are the brand.'],
  ['Position', 'the place at which an answer names the brand among those it names; 1 is first. A mean.'],
  ['Sentiment', 'how favourably answers speak of the brand, from 0 to 100; 50 is neutral. A mean.'],
  [
    'More than chance',
    `a change whose range of 95${PERCENT} certainty does not hold zero. Answers vary from day to day: smaller changes come by themselves.`,
  ],
  ['Too few', 'there are not enough answers, prompts or days to tell a change from chance.'],
  [
    'Not comparable',
    'prompts, names or models changed between the two periods, so they measure different things.',
  ],
];

export function definitionsSection({ publicUrl }: Contents): Element {
  const link =
    publicUrl === null ? null : element('a', { href: `${publicUrl}/docs/measures` }, 'How all is measured');
  return section(
    'What the words mean',
    element(
      'dl',
      {},
      DEFINITIONS.map(([word, means]) => [element('dt', {}, word), element('dd', {}, means)]),
    ),
    link && element('p', { class: 'small' }, link),
  );
}

/** Its source, so that it can be checked and rendered again. */
export function sourceSection({
  organisation,
  row,
  range,
  before,
  filters,
  snapshotId,
  publicUrl,
}: Contents): Element {
  const facts: [string, Children][] = [
    ['Organisation', nameOf(organisation)],
    ['Brand', nameOf(row.brand.name)],
    ['Days (UTC)', formatDays(range.start, range.end)],
    ['Compared with', before ? formatDays(before.start_date, before.end_date) : 'nothing'],
    ['Filters', filters.length === 0 ? 'none' : filters.map((one, at) => [at > 0 && '; ', filterText(one)])],
    ['Answers', counted(row.visibility_total, 'answer')],
    ['Snapshot', `${snapshotId}${publishedAt(snapshotId)}`],
  ];
  const brand = encodeURIComponent(row.brand.id);
  const link = linkTo(
    publicUrl,
    `overview?brand=${brand}&range=${range.start}..${range.end}`,
    'Open in Sightline',
  );
  return section(
    'Source',
    element(
      'dl',
      { class: 'facts' },
      facts.map(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
    ),
    link && element('p', { class: 'small' }, link),
  );
}

const VALUES_SHOWN = 10;

function filterText({ field, operator, values }: Filter): Children {
  const word = { in: 'is', not_in: 'is not', contains: 'contains' }[operator];
  const shown = values
    .slice(0, VALUES_SHOWN)
    .map((value, at) => [at > 0 && ', ', nameOf(valueText(field, value))]);
  const more = values.length > VALUES_SHOWN ? ` and ${values.length - VALUES_SHOWN} more` : '';
  return [`${capitalised(field.replaceAll('_', ' '))} ${word} `, shown, more];
}

function valueText(field: string, value: string | boolean | null): string {
  if (value === null) return 'not known';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return field === 'platform' ? platformName(value as never) : value;
}

/** When a snapshot was published, from its id; a pin has a name instead. */
function publishedAt(id: string): string {
  const [, date, time] = (isSnapshotId(id) && /^(\d{8})T(\d{6})/.exec(id)) || [];
  if (date === undefined || time === undefined) return '';
  const day = date.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3');
  return `, made ${formatMoment(`${day}T${time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')}Z`)}`;
}
