import { useEffect, useState } from 'preact/hooks';
import { counted, formatMoment } from '../../../../presentation/numbers.ts';
import { useAccess } from '../../api/access.ts';
import { call, onVersion, type Schemas, stored, type Versioned } from '../../api/client.ts';
import { useAction, useVersioned } from '../../api/loading.ts';
import { Button, CopyButton, LinkButton } from '../../components/button.tsx';
import { Card, Loaded, ScreenHead } from '../../components/card.tsx';
import { ChangeError } from '../../components/form/change-error.tsx';
import { Form, problemOf, SelectField, TextArea, TextField } from '../../components/form/form.tsx';
import { saidOptions } from '../../components/list/columns.tsx';
import { toast } from '../../components/toast.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { href } from '../../state/route.ts';
import { Difference } from './difference.tsx';
import { DRAFT_STATES } from './drafts.tsx';
import { Versions } from './versions.tsx';

export type Draft = Schemas['Draft'];
type DraftUpdate = Schemas['DraftUpdate'];

/** Title and text of a draft as somebody wrote them here, and the version they wrote on. */
interface Written {
  title: string;
  body: string;
  version: number;
}

/** Texts that are not saved yet: leaving the screen, or loading the draft again, loses none. */
const unsaved = new Map<string, Written>();

/** One draft: its text, how far it is, and its earlier versions. */
export function DraftView({ id }: { id: string }) {
  const draft = useVersioned(['draft', id], () => stored('getDraft', { id }));
  return (
    <div class="stack">
      {draft.data === undefined && (
        <ScreenHead
          title="Draft"
          actions={<LinkButton href={href('content/drafts')}>All drafts</LinkButton>}
        />
      )}
      <Loaded of={draft} height={400}>
        {(found) => <OneDraft key={found.etag} found={found} onReload={draft.reload} />}
      </Loaded>
    </div>
  );
}

function OneDraft({ found, onReload }: { found: Versioned<Draft>; onReload: () => void }) {
  const { data: draft } = found;
  const may = useAccess();
  const brandName = useBrandName();
  const change = useAction(async (changes: Partial<DraftUpdate>, done: string) => {
    await call('updateDraft', {
      path: { id: draft.id },
      header: onVersion(found),
      body: { version: draft.version, ...changes },
    });
    toast(done);
    onReload();
  });
  const canEdit = may('updateDraft');
  return (
    <div class="stack">
      <ScreenHead
        title={draft.title}
        actions={
          <>
            {draft.briefId !== null && (
              <LinkButton href={href(`content/brief/${draft.briefId}`)}>Its brief</LinkButton>
            )}
            <LinkButton href={href('content/drafts')}>All drafts</LinkButton>
          </>
        }
      >
        {brandName(draft.brandId)}, version {draft.version}, changed {formatMoment(draft.updatedAt)}
      </ScreenHead>
      <ChangeError error={change.error} fields={['title', 'body']} onReload={onReload} />
      <div class="content-columns">
        <Card
          title="Title and text"
          about="Markdown: ## before a heading, - before a point."
          actions={<CopyButton text={draft.body} label="Copy the saved text" />}
        >
          {canEdit ? (
            <Editor draft={draft} change={change} />
          ) : (
            <pre class="content-text">{draft.body || 'There is no text yet.'}</pre>
          )}
        </Card>
        <div class="stack">
          <Card title="State">
            {canEdit ? (
              <SelectField
                label="State"
                value={draft.state}
                options={saidOptions(DRAFT_STATES)}
                onChange={(state) =>
                  void change.run({ state }, `Now: ${DRAFT_STATES[state][0].toLowerCase()}.`)
                }
                hint="This changes nothing on your own site: publish the text there yourself."
              />
            ) : (
              <p>{DRAFT_STATES[draft.state][0]}</p>
            )}
          </Card>
          <Versions
            draft={draft}
            onRestore={
              canEdit
                ? (version) =>
                    change.run(
                      { title: version.title, body: version.body },
                      `Version ${version.version} is restored.`,
                    )
                : undefined
            }
          />
        </div>
      </div>
    </div>
  );
}

function Editor({
  draft,
  change,
}: {
  draft: Draft;
  change: {
    run: (changes: Partial<DraftUpdate>, done: string) => Promise<boolean>;
    isBusy: boolean;
    error: unknown;
  };
}) {
  const kept = unsaved.get(draft.id);
  // What was written on an earlier version is offered beside the text, since that has changed under it.
  const [overtaken, setOvertaken] = useState(kept && kept.version !== draft.version ? kept : null);
  const [written, setWritten] = useState({
    title: kept && !overtaken ? kept.title : draft.title,
    body: kept && !overtaken ? kept.body : draft.body,
  });
  const isChanged = written.title !== draft.title || written.body !== draft.body;
  const write = (changes: Partial<Pick<Written, 'title' | 'body'>>) => {
    const next = { ...written, ...changes };
    setWritten(next);
    unsaved.set(draft.id, { ...next, version: draft.version });
  };
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
  const settle = (text: Written | null) => {
    setOvertaken(null);
    unsaved.delete(draft.id);
    if (text) write({ title: text.title, body: text.body });
  };
  return (
    <Form
      onSubmit={() => {
        void change.run(written, 'Saved as a new version.').then((isSaved) => {
          if (isSaved) unsaved.delete(draft.id);
        });
      }}
    >
      {overtaken && (
        <div class="note stack-small" data-kind="warn">
          <p>
            What you wrote on version {overtaken.version} is not saved; there is version {draft.version} by
            now. Below: from the saved text to yours.
          </p>
          <Difference before={draft.body} after={overtaken.body} label="From the saved text to yours" />
          <div class="actions">
            <Button size="small" onClick={() => settle(overtaken)}>
              Continue with mine
            </Button>
            <Button size="small" onClick={() => settle(null)}>
              Discard mine
            </Button>
          </div>
        </div>
      )}
      <TextField
        label="Title"
        required
        maxLength={300}
        value={written.title}
        onInput={(title) => write({ title })}
        problem={problemOf(change.error, 'title')}
      />
      <TextArea
        label="Text"
        rows={24}
        maxLength={200_000}
        value={written.body}
        onInput={(body) => write({ body })}
        hint={counted(wordsIn(written.body), 'word')}
        problem={problemOf(change.error, 'body')}
      />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={change.isBusy} disabled={!isChanged}>
          Save
        </Button>
        {isChanged && (
          <Button
            onClick={() => {
              setWritten({ title: draft.title, body: draft.body });
              unsaved.delete(draft.id);
            }}
          >
            Undo changes
          </Button>
        )}
        <span class="small muted" role="status">
          {isChanged ? 'Not saved yet' : ''}
        </span>
      </div>
    </Form>
  );
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
