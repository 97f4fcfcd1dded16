import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from '../../../../../presentation/numbers.ts';
import { call, type OperationId, type Schemas } from '../../../api/client.ts';
import { CheckField, TextField } from '../../../components/form/form.tsx';
import type { Act, Ends } from '../../../components/list/acts.tsx';
import { href } from '../../../state/route.ts';
import { partsOf } from '../../../state/text.ts';
import { type Query, tagsOf } from '../prompt-data.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { HowAsked } from './how-asked.tsx';
import { planOf, ScheduleFields, scheduleOf } from './schedule-fields.tsx';

type Props = Ends & { queries: readonly Query[] };

const present = (queries: readonly Query[]) => queries.filter(({ archived }) => !archived);
const archived = (queries: readonly Query[]) => queries.filter((query) => query.archived);
const scheduled = (queries: readonly Query[]) =>
  present(queries).filter(({ scheduledAt }) => scheduledAt !== null);

const act = (
  label: string,
  operation: OperationId,
  of: (queries: readonly Query[]) => readonly Query[],
  dialog: (props: Props) => JSX.Element,
): Act<readonly Query[]> => ({
  label,
  operation,
  when: (queries) => of(queries).length > 0,
  dialog: (queries, ends) => dialog({ queries: of(queries), ...ends }),
});

/** Actions on prompts, some of which are archived. */
export const promptActs: readonly Act<readonly Query[]>[] = [
  act('Ask now', 'runQuery', present, (props) => (
    <ChangeDialog
      {...props}
      title="Ask now"
      action="Ask now"
      change={({ id }) => call('runQuery', { path: { id } })}
      saying={(count) => `${counted(count, 'answer')} on the way.`}
      outcomeOf={({ id }) => <a href={href(`answer/${id}`)}>on its way</a>}
    >
      <p>
        Sightline sends the prompt to the platform now, beside its schedule. Each answer costs what the
        platform charges, on your own account there, and needs{' '}
        <a href={href('settings/integrations')}>an integration with the platform</a>.
      </p>
    </ChangeDialog>
  )),
  act('Schedule', 'updateQuery', present, (props) => <Schedule {...props} />),
  act('Pause', 'updateQuery', scheduled, (props) => (
    <ChangeDialog
      {...props}
      title="Pause"
      action="Pause"
      change={({ id }) => update(id, { scheduledAt: null })}
      saying={(count) => `${counted(count, 'prompt')} paused.`}
    >
      <p>They are not asked by themselves until they are scheduled again. All answers so far stay.</p>
    </ChangeDialog>
  )),
  act('How it is asked', 'updateQuery', present, (props) => <HowAsked {...props} />),
  act('Tags', 'updateQuery', present, (props) => <Tags {...props} />),
  act('Topic', 'updateQuery', present, (props) => <Topic {...props} />),
  act('Take back', 'updateQuery', archived, (props) => (
    <ChangeDialog
      {...props}
      title="Take back"
      action="Take back"
      change={({ id }) => update(id, { archived: false })}
      saying={(count) => `${counted(count, 'prompt')} taken back.`}
    >
      <p>They are in the lists again, without a schedule.</p>
    </ChangeDialog>
  )),
  act('Archive', 'archiveQuery', present, (props) => (
    <ChangeDialog
      {...props}
      title="Archive"
      action="Archive"
      kind="danger"
      change={({ id }) => call('archiveQuery', { path: { id } })}
      saying={(count) => `${counted(count, 'prompt')} archived.`}
    >
      <p>
        They leave the lists and are not asked any more. Their answers stay in the reports. You can take them
        back.
      </p>
    </ChangeDialog>
  )),
];

function update(id: string, body: Schemas['QueryUpdate']) {
  return call('updateQuery', { path: { id }, body });
}

function Schedule(props: Props) {
  const [plan, setPlan] = useState(planOf(props.queries.find(({ scheduledAt }) => scheduledAt !== null)));
  return (
    <ChangeDialog
      {...props}
      title="Schedule"
      action="Schedule"
      change={({ id }) => update(id, scheduleOf(plan))}
      saying={(count) => `${counted(count, 'prompt')} scheduled.`}
    >
      <p>
        Sightline asks by itself and reads each answer. It needs{' '}
        <a href={href('settings/integrations')}>an integration with the platform</a>.
      </p>
      <ScheduleFields plan={plan} onChange={setPlan} canBeNever={false} />
    </ChangeDialog>
  );
}

function Tags(props: Props) {
  const tags = tagsOf(props.queries);
  const [kept, setKept] = useState<readonly string[]>(tags);
  const [added, setAdded] = useState('');
  const addedTags = partsOf(added);
  return (
    <ChangeDialog
      {...props}
      title="Tags"
      action="Save"
      change={({ id, tags }) =>
        update(id, { tags: [...new Set([...tags.filter((tag) => kept.includes(tag)), ...addedTags])] })
      }
      saying={(count) => `Tags of ${counted(count, 'prompt')} saved.`}
    >
      {tags.length > 0 && (
        <fieldset class="stack-small">
          <legend class="small muted">Keep these</legend>
          {tags.map((tag) => (
            <CheckField
              key={tag}
              label={tag}
              checked={kept.includes(tag)}
              onChange={(isKept) => setKept(isKept ? [...kept, tag] : kept.filter((one) => one !== tag))}
            />
          ))}
        </fieldset>
      )}
      <TextField
        label="Add tags"
        value={added}
        onInput={setAdded}
        hint="Separated by commas. The tags “branded” and “unbranded” decide whether a prompt counts as one that names the brand."
      />
    </ChangeDialog>
  );
}

function Topic(props: Props) {
  const topics = new Set(props.queries.map(({ topic }) => topic));
  const [topic, setTopic] = useState(topics.size === 1 ? ([...topics][0] ?? '') : '');
  return (
    <ChangeDialog
      {...props}
      title="Topic"
      action="Save"
      change={({ id }) => update(id, { topic: topic.trim() === '' ? null : topic.trim() })}
      saying={(count) => `Topic of ${counted(count, 'prompt')} saved.`}
    >
      <TextField
        label="Topic"
        value={topic}
        onInput={setTopic}
        maxLength={100}
        hint="A prompt has one at most, so numbers by topic add up. Empty: none."
      />
    </ChangeDialog>
  );
}
