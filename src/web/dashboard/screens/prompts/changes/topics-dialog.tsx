import { useState } from 'preact/hooks';
import { csvHead, csvRecords } from '../../../../../base/csv/records.ts';
import { counted } from '../../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { useAction, useAnswer } from '../../../api/loading.ts';
import { Loaded } from '../../../components/card.tsx';
import { ActionForm } from '../../../components/form/action-form.tsx';
import { Dialog } from '../../../components/form/dialog.tsx';
import { CheckField, TextArea } from '../../../components/form/form.tsx';
import type { Ends } from '../../../components/list/acts.tsx';
import { toast } from '../../../components/toast.tsx';
import { toggled } from '../../../state/sets.ts';

type Topic = Schemas['PromptTopic'];

/** Gives topics to the prompts of a brand: proposed ones, or those of a CSV. */
export function TopicsDialog({ brandId, onClose, onDone }: Ends & { brandId: string }) {
  const proposals = useAnswer('proposeTopics', { path: { id: brandId } });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [csv, setCsv] = useState('');
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const proposed = (proposals.data?.data ?? []).filter(({ topic }) => !left.has(topic));
  const { prompts, problem } = topicsOf(csv);
  const wanted: Topic[] = [
    ...proposed.flatMap(({ topic, queryTexts }) => queryTexts.map((queryText) => ({ queryText, topic }))),
    ...prompts,
  ];
  const setting = useAction(async () => {
    const body = { brandId, prompts: wanted };
    const done = await call('assignTopics', { body });
    toast(`Topics of ${counted(done.changed, 'prompt')} set, each counted on each platform.`);
    onDone();
    if (done.unknown.length === 0) onClose();
    else setUnknown(done.unknown);
  });
  return (
    <Dialog title="Topics" onClose={onClose} size="wide">
      <ActionForm
        of={setting}
        action="Set topics"
        isDisabled={wanted.length === 0 || problem !== undefined}
        onCancel={onClose}
        beside={counted(wanted.length, 'prompt')}
      >
        {() => (
          <>
            <Loaded of={proposals} height={120}>
              {({ data, withoutTopic }) => (
                <fieldset class="stack-small">
                  <legend class="small muted">
                    {data.length === 0
                      ? `${counted(withoutTopic, 'prompt')} without a topic, and no words that three of them share.`
                      : 'Proposed by words that prompts share'}
                  </legend>
                  {data.map(({ topic, queryTexts }) => (
                    <CheckField
                      key={topic}
                      label={`${topic} (${counted(queryTexts.length, 'prompt')})`}
                      hint={queryTexts.slice(0, 3).join(' · ')}
                      checked={!left.has(topic)}
                      onChange={(isChosen) => setLeft(toggled(left, topic, !isChosen))}
                    />
                  ))}
                </fieldset>
              )}
            </Loaded>
            <TextArea
              label="Or as CSV: prompt and topic, one prompt a line"
              value={csv}
              onInput={setCsv}
              rows={5}
              hint="Copy two columns of a spreadsheet. An empty topic takes it away."
              problem={problem}
            />
            {unknown.length > 0 && (
              <div class="note" data-kind="warn">
                <p>The brand does not have these prompts:</p>
                <ul class="prompts-outcomes">
                  {unknown.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              </div>
            )}
          </>
        )}
      </ActionForm>
    </Dialog>
  );
}

/** The prompts of a CSV with their topics, or what is wrong with it. */
function topicsOf(csv: string): { prompts: Topic[]; problem?: string } {
  const prompts: Topic[] = [];
  const { delimiter, ...at } = csvHead(csv, null);
  for (const { line, fields, problem } of csvRecords(csv, delimiter, at)) {
    if (fields.length === 0 && problem === undefined) continue;
    const [queryText = '', topic = '', ...more] = fields.map((field) => field.trim());
    if (line === at.line && /^(prompt|query ?text|query)$/i.test(queryText) && /^topic$/i.test(topic))
      continue;
    const wrong = problem ?? (more.length > 0 || queryText === '' ? 'It has not two columns.' : undefined);
    if (wrong !== undefined) return { prompts: [], problem: `Line ${line}: ${wrong}` };
    prompts.push({ queryText, topic: topic === '' ? null : topic });
  }
  return { prompts };
}
