import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import type { Schemas } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import type { Versioned } from '../../../api/versioned.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ChangeError } from '../../../components/change-error.tsx';
import { Form, problemOf, TextArea, TextField } from '../../../components/form.tsx';
import { toast } from '../../../components/toast.tsx';
import { changesOf, draftOf, type NamesChanges, type Subject } from './draft.ts';
import { LiveTry } from './live-try.tsx';
import { NamesFields } from './names-fields.tsx';
import { Preview } from './preview.tsx';
import { Suggestions } from './suggestions.tsx';

type Changes = NamesChanges & Pick<Schemas['BrandUpdate'], 'website' | 'description' | 'industry'>;

interface Props {
  of: Versioned<Subject>;
  brandId: string;
  onSave: (changes: Changes) => Promise<void>;
  onReload: () => void;
}

const FIELDS = ['name', 'aliases', 'caseSensitive', 'ignoredPhrases', 'website', 'industry', 'description'];

/** The names of a brand or competitor, tried on an answer while they are typed. Who may not change them only reads. */
export function Editor(props: Props) {
  const may = useAccess();
  // What was tried stays when the names are saved.
  const [answer, setAnswer] = useState(() => exampleOf(props.of.data));
  if (!may('updateBrand')) return <ReadOnly of={props.of.data} />;
  return <NamesForm key={props.of.etag} {...props} answer={answer} onAnswer={setAnswer} />;
}

function NamesForm({
  of,
  brandId,
  onSave,
  onReload,
  answer,
  onAnswer,
}: Props & { answer: string; onAnswer: (answer: string) => void }) {
  const subject = of.data;
  const isBrand = 'industry' in subject;
  const [draft, setDraft] = useState(() => draftOf(subject));
  const [website, setWebsite] = useState(subject.website ?? '');
  const [industry, setIndustry] = useState(isBrand ? (subject.industry ?? '') : '');
  const [description, setDescription] = useState(isBrand ? (subject.description ?? '') : '');
  const names = changesOf(subject, draft);
  const changes: Changes = {
    ...names,
    ...textChange('website', website, subject.website),
    ...(isBrand ? textChange('industry', industry, subject.industry) : {}),
    ...(isBrand ? textChange('description', description, subject.description) : {}),
  };
  const hasNames = Object.keys(names).length > 0;
  const hasChanges = Object.keys(changes).length > 0;
  const { run, isBusy, error } = useAction(async () => {
    await onSave(changes);
    toast(hasNames ? 'Saved. Stored answers are read again now.' : 'Saved.');
    onReload();
  });
  return (
    <div class="settings-editor">
      <Card title="Names" about="An answer that holds one of them names it.">
        <Form onSubmit={() => run()}>
          <NamesFields draft={draft} stored={subject} error={error} onChange={setDraft} />
          <Suggestions
            brandId={brandId}
            subjectId={isBrand ? undefined : subject.id}
            draft={draft}
            onChange={setDraft}
          />
          <TextField
            label="Website"
            type="url"
            value={website}
            onInput={setWebsite}
            placeholder="https://www.example.com"
            hint="Answers that cite it are counted as citing it."
            problem={problemOf(error, 'website')}
          />
          {isBrand && (
            <>
              <TextField
                label="Industry"
                value={industry}
                onInput={setIndustry}
                maxLength={200}
                problem={problemOf(error, 'industry')}
              />
              <TextArea
                label="Description"
                value={description}
                onInput={setDescription}
                rows={2}
                maxLength={5000}
                problem={problemOf(error, 'description')}
              />
            </>
          )}
          <Preview brandId={brandId} subjectId={isBrand ? undefined : subject.id} changes={names} />
          <ChangeError error={error} fields={FIELDS} onReload={onReload} />
          <div class="actions">
            <Button kind="primary" type="submit" isBusy={isBusy} disabled={!hasChanges}>
              Save
            </Button>
            {hasNames && (
              <span class="small muted">All stored answers are then read again; reports follow shortly.</span>
            )}
          </div>
        </Form>
      </Card>
      <LiveTry brandId={brandId} subject={subject} changes={names} answer={answer} onAnswer={onAnswer} />
    </div>
  );
}

function ReadOnly({ of }: { of: Subject }) {
  return (
    <Card title="Names" about="An answer that holds one of them names it.">
      <dl class="kv">
        <dt>Name</dt>
        <dd>{of.name}</dd>
        <dt>Other names</dt>
        <dd>{of.aliases.join(', ') || '–'}</dd>
        <dt>In exactly this letter case</dt>
        <dd>{of.caseSensitive.join(', ') || '–'}</dd>
        <dt>Phrases to ignore</dt>
        <dd>{of.ignoredPhrases.join(', ') || '–'}</dd>
        <dt>Website</dt>
        <dd>{of.website ?? '–'}</dd>
        {'industry' in of && (
          <>
            <dt>Industry</dt>
            <dd>{of.industry ?? '–'}</dd>
            <dt>Description</dt>
            <dd>{of.description ?? '–'}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}

/** A text of which an empty one is none. */
function textChange(field: 'website' | 'industry' | 'description', entered: string, before: string | null) {
  const after = entered.trim() || null;
  return after === before ? {} : { [field]: after };
}

/** Something to begin with: each name once, and a sentence in which none stands. */
function exampleOf({ name, aliases }: Subject): string {
  const others = aliases.map((alias) => `Some know it as ${alias}.`);
  return [`**${name}** is the best of those that we tried.`, ...others, 'Look at the prices first.'].join(
    '\n',
  );
}
