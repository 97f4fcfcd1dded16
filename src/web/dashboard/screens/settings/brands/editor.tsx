import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { call, type Versioned } from '../../../api/client.ts';
import { Card } from '../../../components/card.tsx';
import { ContractForm } from '../../../components/form/contract-form.tsx';
import type { FormOf } from '../../../components/form/form-of.ts';
import { Facts } from '../../../components/list/facts.tsx';
import { toast } from '../../../components/toast.tsx';
import { namesOnly, type Subject } from './draft.ts';
import { LiveTry } from './live-try.tsx';
import { NamesFields, namesIn } from './names-fields.tsx';
import { Preview } from './preview.tsx';
import { WEBSITES } from './subject-list.tsx';
import { Suggestions } from './suggestions.tsx';

interface Props {
  of: Versioned<Subject>;
  brandId: string;
  onReload: () => void;
}

const ABOUT = 'An answer that holds one of them names it.';

/** The names of a brand or competitor, tried on an answer while they are typed. Who may not change them only reads. */
export function Editor({ of, brandId, onReload }: Props) {
  const may = useAccess();
  const subject = of.data;
  const isBrand = 'industry' in subject;
  // What was tried stays when the names are saved.
  const [answer, setAnswer] = useState(() => exampleOf(subject));
  if (!may('updateBrand')) return <ReadOnly of={subject} />;
  const operation = isBrand ? 'updateBrand' : 'updateCompetitor';
  return (
    <ContractForm
      key={of.etag}
      operation={operation}
      path={{ id: subject.id }}
      of={of}
      send={async ({ body = {}, ...sent }) => {
        const names = namesOnly(body, [body.name ?? subject.name, ...(body.aliases ?? subject.aliases)]);
        const saved = await call(operation, { ...sent, body: { ...body, ...names } });
        toast(isEmpty(names) ? 'Saved.' : 'Saved. Stored answers are read again now.');
        return saved;
      }}
      onDone={onReload}
      onReload={onReload}
      around={(form, state) => (
        <div class="settings-editor">
          <Card title="Names" about={ABOUT}>
            {form}
          </Card>
          <LiveTry
            brandId={brandId}
            subject={subject}
            changes={namesChanged(state as unknown as BrandForm)}
            answer={answer}
            onAnswer={setAnswer}
          />
        </div>
      )}
    >
      {(form) => <Fields of={form as unknown as BrandForm} brandId={brandId} subject={subject} />}
    </ContractForm>
  );
}

type BrandForm = FormOf<'updateBrand'>;

const namesChanged = (form: BrandForm) => namesOnly(form.changes(), namesIn(form));
const isEmpty = (changes: object) => Object.keys(changes).length === 0;

function Fields({ of: form, brandId, subject }: { of: BrandForm; brandId: string; subject: Subject }) {
  const isBrand = 'industry' in subject;
  const subjectId = isBrand ? undefined : subject.id;
  const changes = namesChanged(form);
  const ignored = form.value('ignoredPhrases') ?? [];
  return (
    <>
      <NamesFields of={form} />
      <Suggestions
        brandId={brandId}
        subjectId={subjectId}
        ignored={ignored}
        onIgnore={(phrase) => form.set('ignoredPhrases', [...ignored, phrase])}
      />
      <form.Field name="websites" {...WEBSITES} />
      {isBrand && (
        <>
          <form.Field name="industry" label="Industry" />
          <form.Field name="description" label="Description" kind="area" rows={2} />
        </>
      )}
      <Preview brandId={brandId} subjectId={subjectId} changes={changes} />
      {!isEmpty(changes) && (
        <p class="small muted">When you save, all stored answers are read again; reports follow shortly.</p>
      )}
    </>
  );
}

function ReadOnly({ of }: { of: Subject }) {
  return (
    <Card title="Names" about={ABOUT}>
      <Facts
        of={[
          ['Name', of.name],
          ['Other names', of.aliases.join(', ') || '–'],
          ['In exactly this letter case', of.caseSensitive.join(', ') || '–'],
          ['Phrases to ignore', of.ignoredPhrases.join(', ') || '–'],
          ['Websites', of.websites.join(', ') || '–'],
          ['Industry', 'industry' in of && (of.industry ?? '–')],
          ['Description', 'description' in of && (of.description ?? '–')],
        ]}
      />
    </Card>
  );
}

/** Something to begin with: each name once, and a sentence in which none stands. */
function exampleOf({ name, aliases }: Subject): string {
  const others = aliases.map((alias) => `Some know it as ${alias}.`);
  return [`**${name}** is the best of those that we tried.`, ...others, 'Look at the prices first.'].join(
    '\n',
  );
}
