import type { Schemas } from '../../api/client.ts';
import { Card } from '../../components/card.tsx';
import { FormError } from '../../components/form.tsx';
import { Change, Interval, signed, wordOf } from '../../components/numbers.tsx';
import { Table } from '../../components/table.tsx';
import type { BrandRow } from '../overview/tiles.tsx';
import type { Part, useParts } from './parts.ts';

type Without = ReturnType<typeof useParts>;

const KINDS = { platform: 'platform', topic: 'topic', country: 'country' } as const;

const changeOf = ({ changes }: Without, part: Part): Schemas['Change'] | undefined =>
  changes.find(({ field, value }) => field === part.field && value === part.value)?.change;

/** Whether one part did it, in a sentence. */
export function WithoutSentence({ row, without }: { row: BrandRow; without: Without }) {
  const [first] = without.parts;
  const change = first && changeOf(without, first);
  const whole = row.change;
  if (!first || !change || !whole) return null;
  const result = `${signed(change.points)} points (${wordOf(change.verdict)})`;
  if (change.verdict !== whole.verdict || Math.abs(change.points ?? 0) <= Math.abs(whole.points ?? 0) / 2)
    return (
      <>
        {' '}
        Without <bdi>{first.name}</bdi> the change is {result}.
      </>
    );
  if (whole.verdict !== 'up' && whole.verdict !== 'down') return null;
  return (
    <>
      {' '}
      No single platform did it: even without <bdi>{first.name}</bdi> it is {result}.
    </>
  );
}

/** The comparison without each part. */
export function WithoutParts({ without }: { without: Without }) {
  return (
    <Card
      title="Without one of them"
      about="The same comparison without the answers of one platform, topic or country. Verdicts are of the largest."
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
                <bdi>{name}</bdi>
                {field !== 'platform' && <div class="small muted">{KINDS[field]}</div>}
              </>
            ),
            value: ({ name }) => name,
          },
          {
            name: 'Its effect',
            isNumber: true,
            cell: ({ effect }) => signed(effect),
            value: ({ effect }) => effect,
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
