import { useState } from 'preact/hooks';
import { formatMoment } from '../../../../presentation/numbers.ts';
import { useAccess } from '../../api/access.ts';
import { call, isOvertaken, onVersion, type Schemas, stored, type Versioned } from '../../api/client.ts';
import { useAction, useVersioned } from '../../api/loading.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Loaded, ScreenHead } from '../../components/card.tsx';
import { ChangeError } from '../../components/form/change-error.tsx';
import { type Act, Acts } from '../../components/list/acts.tsx';
import { toast } from '../../components/toast.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { go, href } from '../../state/route.ts';
import { type JsonLd, SCHEMA_KINDS, textOf } from './kinds.ts';
import { MarkupEditor } from './markup-editor.tsx';

/** Saved markup, to be changed. */
export function EditMarkup({ id }: { id: string }) {
  const markup = useVersioned(['schema', id], () => stored('getSchema', { id }));
  // What somebody wrote on a version that has changed meanwhile is not lost by loading the new one.
  const [mine, setMine] = useState<string | null>(null);
  return (
    <div class="stack">
      {markup.data === undefined && (
        <ScreenHead title="Markup" actions={<LinkButton href={href('schema')}>All markup</LinkButton>} />
      )}
      <Loaded of={markup} height={400}>
        {(found) => (
          <OneMarkup key={found.etag} found={found} mine={mine} setMine={setMine} onReload={markup.reload} />
        )}
      </Loaded>
    </div>
  );
}

const acts: Act<Schemas['BrandSchema']>[] = [
  {
    label: 'Delete',
    operation: 'deleteSchema',
    kind: 'danger',
    confirm: () => ({
      title: 'Delete this markup?',
      action: 'Delete',
      text: 'It cannot be restored here. Pages that you put it into stay as they are.',
    }),
    done: 'The markup is deleted.',
    after: () => go('schema'),
  },
];

function OneMarkup({
  found,
  mine,
  setMine,
  onReload,
}: {
  found: Versioned<Schemas['BrandSchema']>;
  mine: string | null;
  setMine: (text: string | null) => void;
  onReload: () => void;
}) {
  const { data: markup } = found;
  const may = useAccess();
  const brandName = useBrandName();
  const [initial, setInitial] = useState(textOf(markup.jsonLd));
  const path = { id: markup.id };
  const save = useAction(async (jsonLd: JsonLd) => {
    try {
      await call('updateSchema', { path, header: onVersion(found), body: { jsonLd } });
    } catch (error) {
      if (isOvertaken(error)) setMine(textOf(jsonLd));
      throw error;
    }
    setMine(null);
    toast('The markup is saved.');
    onReload();
  });
  const { name, about } = SCHEMA_KINDS[markup.type];
  return (
    <div class="stack">
      <ScreenHead
        title={`${name}: ${brandName(markup.brandId)}`}
        actions={
          <>
            <LinkButton href={href('schema')}>All markup</LinkButton>
            <Acts acts={acts} on={markup} onDone={onReload} />
          </>
        }
      >
        {about} Changed {formatMoment(markup.updatedAt)}.
      </ScreenHead>
      {mine !== null && save.error === undefined && (
        <div class="note row spread" data-kind="warn">
          <span>This is the markup as it is now. What you wrote before is not saved.</span>
          <div class="actions">
            <Button
              size="small"
              onClick={() => {
                setInitial(mine);
                setMine(null);
              }}
            >
              Continue with mine
            </Button>
            <Button size="small" onClick={() => setMine(null)}>
              Discard mine
            </Button>
          </div>
        </div>
      )}
      <MarkupEditor
        key={initial}
        initial={initial}
        isReadOnly={!may('updateSchema')}
        actions={(edited) =>
          may('updateSchema') && (
            <>
              <ChangeError error={save.error} onReload={onReload} />
              <Button
                kind="primary"
                isBusy={save.isBusy}
                disabled={edited === null || JSON.stringify(edited) === JSON.stringify(markup.jsonLd)}
                onClick={() => edited !== null && void save.run(edited)}
              >
                Save
              </Button>
            </>
          )
        }
      />
    </div>
  );
}
