import { formatCount } from '../../../../../presentation/numbers.ts';
import type { Schemas } from '../../../api/client.ts';
import { useAnswer, usePolling } from '../../../api/loading.ts';
import { Card, Loaded } from '../../../components/card.tsx';
import { Facts } from '../../../components/list/facts.tsx';
import { FALLBACKS, typeName } from './types.ts';

/** How far a model has read how favourably answers speak of brands. */
export function Stance({ of }: { of: Schemas['Integration'] }) {
  const state = useAnswer('getStanceState', { path: { id: of.id } });
  usePolling(state, (state.data?.pending ?? 0) > 0, 10_000);
  return (
    <Card
      title={`Sentiment read by ${typeName(of.type)}`}
      about="A model reads how favourably each answer speaks of those it names. Its scores take the place of those by rules."
    >
      <Loaded of={state}>
        {(shown) => (
          <Facts
            of={[
              ['Model', shown.model],
              ['Answers read', formatCount(shown.read)],
              ['Still to be read', formatCount(shown.pending)],
              [
                'Kept by rules',
                shown.fallbacks.length === 0
                  ? 'none'
                  : shown.fallbacks.map(({ reason, count }) => (
                      <div key={reason}>
                        {formatCount(count)}: {FALLBACKS[reason]}
                      </div>
                    )),
              ],
              [
                'Spent today',
                `$ ${shown.spentToday.toFixed(2)}, of it $ ${shown.spentTodayOnStance.toFixed(2)} for reading sentiment`,
              ],
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
