import { rounded } from '../../../../base/definitions.ts';
import { signed, wordOf } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { Card } from '../../components/card.tsx';
import { Change, Interval } from '../../components/change.tsx';
import { FormError } from '../../components/form/form.tsx';
import { Table } from '../../components/table/table.tsx';
import type { BrandRow } from '../overview/tiles.tsx';
import type { Part, useParts } from './parts.ts';

type Without = ReturnType<typeof useParts>;

const KINDS = { platform: 'platform', topic: 'topic', country: 'country' } as const;

const changeOf = ({ changes }: Without, part: Part): Schemas['Change'] | undefined =>
  changes.find(({ field, value }) => field === part.field && value === part.value)?.change;

/** Which platform, topic or country did it, in a sentence. */
export function WithoutSentence({ row, without }: { row: BrandRow; without: Without }) {
  const whole = row.change;
  const known = without.asked.flatMap((part) => {
    const change = changeOf(without, part);
    return change ? [{ part, change }] : [];
  });
  const [first] = known;
  if (!first || !whole) return null;
  const half = Math.abs(whole.points ?? 0) / 2;
  const causes = known.filter(
    ({ change }) => change.verdict !== whole.verdict || Math.abs(change.points ?? 0) <= half,
  );
  // One of each kind: two platforms of which each alone is the cause are none.
  const shown = causes.filter(
    ({ part }, at) => causes.findIndex((one) => one.part.field === part.field) === at,
  );
  if (shown.length === 0 && whole.verdict !== 'up' && whole.verdict !== 'down') return null;
  if (shown.length === 0)
    return (
      <>
        {' '}
        No single platform did it: even without <Named {...first.part} /> it is {resultOf(first.change)}.
      </>
    );
  return shown.map(({ part, change }) => (
    <span key={part.field}>
      {' '}
      Without <Named {...part} /> the change is {resultOf(change)}.
    </span>
  ));
}

const resultOf = ({ points, verdict }: Schemas['Change']) => `${signed(points)} points (${wordOf(verdict)})`;

function Named({ field, name }: Part) {
  return (
    <>
      {field === 'topic' && 'the topic '}
      <bdi>{name}</bdi>
    </>
  );
}

/** The comparison without each part. */
export function WithoutParts({ without }: { without: Without }) {
  return (
    <Card
      title="Without one of them"
      about="The same comparison without the answers of one platform, topic or country. The largest have a verdict."
    >
      <FormError error={without.error} />
      <Table
        caption="The change without one part"
        csv="change-without"
        rows={without.parts}
        keyOf={({ field, value }) => `${field} ${value}`}
        columns={[
          {
            name: 'Without',
            cell: ({ field, name }) => (
              <>
                <bdi class="address">{name}</bdi>
                {field !== 'platform' && <div class="small muted">{KINDS[field]}</div>}
              </>
            ),
            value: ({ name }) => name,
          },
          {
            name: 'Its effect',
            isNumber: true,
            cell: ({ effect }) => signed(effect),
            value: ({ effect }) => rounded(effect),
          },
          {
            name: 'Change without it',
            cell: (part) => {
              const change = changeOf(without, part);
              return (
                // The place of a verdict that is on its way is kept.
                <div class={without.asked.includes(part) ? 'compare-without' : undefined}>
                  {change ? (
                    <>
                      <Change {...change} />
                      <div>
                        <Interval low={change.low} high={change.high} unit=" points" />
                      </div>
                    </>
                  ) : (
                    `${signed(part.without)} points`
                  )}
                </div>
              );
            },
            value: (part) => changeOf(without, part)?.points ?? part.without,
          },
        ]}
      />
    </Card>
  );
}
