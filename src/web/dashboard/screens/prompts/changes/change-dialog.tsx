import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from '../../../../../presentation/numbers.ts';
import { messageOf } from '../../../api/client.ts';
import { useAction } from '../../../api/loading.ts';
import { Button } from '../../../components/button.tsx';
import { ActionForm } from '../../../components/form/action-form.tsx';
import { Dialog } from '../../../components/form/dialog.tsx';
import { PlatformFields } from '../../../components/form/form.tsx';
import type { Ends } from '../../../components/list/acts.tsx';
import { toast } from '../../../components/toast.tsx';
import { type Platform, platformName, platformsOf } from '../../../state/filters.ts';
import type { Query } from '../prompt-data.ts';
import { eachOf, type Outcome } from './batch.ts';

interface Props<Value> extends Ends {
  title: string;
  /** Its words on the button. */
  action: string;
  kind?: 'primary' | 'danger';
  /** The prompts it is about, each on its platform. */
  queries: readonly Query[];
  /** Makes the change of one. */
  change: (query: Query) => Promise<Value>;
  /** Says what was done, for so many. */
  saying: (count: number) => string;
  /** Shown beside each that succeeded; with it, the outcome stays on screen. */
  outcomeOf?: (value: Value) => ComponentChildren;
  /** What it does, and its fields. */
  children: ComponentChildren;
}

/** Changes prompts on the platforms that a person leaves chosen, and tells what became of each that was refused. */
export function ChangeDialog<Value>(props: Props<Value>) {
  const { title, action, kind = 'primary', queries, change, saying, outcomeOf, onClose, onDone } = props;
  const there = platformsOf(queries.map(({ platform }) => platform));
  const [chosen, setChosen] = useState<readonly Platform[]>(there);
  const [done, setDone] = useState(0);
  const [outcomes, setOutcomes] = useState<Outcome<Query, Value>[]>();
  const concerned = queries.filter(({ platform }) => chosen.includes(platform));
  const changing = useAction(async () => {
    const all = await eachOf(concerned, change, setDone);
    onDone();
    const succeeded = all.filter(({ error }) => error === undefined);
    if (succeeded.length > 0) toast(saying(succeeded.length));
    if (succeeded.length === all.length && outcomeOf === undefined) onClose();
    else setOutcomes(all);
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {outcomes ? (
        <Outcomes outcomes={outcomes} outcomeOf={outcomeOf} onClose={onClose} />
      ) : (
        <ActionForm
          of={changing}
          action={action}
          kind={kind}
          isDisabled={concerned.length === 0}
          onCancel={onClose}
          beside={changing.isBusy ? `${done} of ${concerned.length} done` : sizeOf(concerned)}
        >
          {() => (
            <>
              {props.children}
              {there.length > 1 && (
                <fieldset class="stack-small">
                  <legend class="small muted">On these platforms</legend>
                  <div class="prompts-platforms">
                    <PlatformFields options={there} chosen={chosen} onChange={setChosen} />
                  </div>
                </fieldset>
              )}
            </>
          )}
        </ActionForm>
      )}
    </Dialog>
  );
}

/** `3 prompts on 2 platforms`; the API counts each prompt on each platform by itself. */
function sizeOf(queries: readonly Query[]): string {
  const texts = new Set(queries.map(({ brandId, queryText }) => JSON.stringify([brandId, queryText]))).size;
  const platforms = new Set(queries.map(({ platform }) => platform)).size;
  return `${counted(texts, 'prompt')} on ${counted(platforms, 'platform')}`;
}

function Outcomes<Value>({
  outcomes,
  outcomeOf,
  onClose,
}: {
  outcomes: readonly Outcome<Query, Value>[];
  outcomeOf: ((value: Value) => ComponentChildren) | undefined;
  onClose: () => void;
}) {
  const refused = outcomes.filter(({ error }) => error !== undefined);
  const succeeded = outcomes.filter(({ error }) => error === undefined);
  const byMessage = Map.groupBy(refused, ({ error }) => messageOf(error));
  return (
    <div class="form">
      <p>
        {succeeded.length} done, {refused.length} refused. A prompt counts on each of its platforms.
      </p>
      {[...byMessage].map(([message, ones]) => (
        <div key={message} class="note" data-kind="bad">
          <p>{message}</p>
          <ul class="prompts-outcomes">
            {ones.map(({ item }) => (
              <li key={item.id}>
                {platformName(item.platform)}: {item.queryText}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {outcomeOf && succeeded.length > 0 && (
        <ul class="prompts-outcomes">
          {succeeded.map(({ item, value }) => (
            <li key={item.id}>
              {platformName(item.platform)}: {item.queryText} {outcomeOf(value as Value)}
            </li>
          ))}
        </ul>
      )}
      <div class="actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}
