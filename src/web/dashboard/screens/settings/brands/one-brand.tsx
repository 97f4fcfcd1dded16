import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction, useData } from '../../../api/use-data.ts';
import { onVersion, type Versioned, versioned } from '../../../api/versioned.ts';
import { Button, LinkButton } from '../../../components/button.tsx';
import { Loaded } from '../../../components/card.tsx';
import { Confirm } from '../../../components/dialog.tsx';
import { FormError } from '../../../components/form.tsx';
import { toast } from '../../../components/toast.tsx';
import { href } from '../../../state/route.ts';
import { Competitors } from './competitors.tsx';
import { Editor } from './editor.tsx';

/** One brand: its names, what else is known of it, and its competitors. */
export function OneBrand({ id }: { id: string }) {
  const brand = useData(['brand', id], () =>
    versioned(api.GET('/api/brands/{id}', { params: { path: { id } } })),
  );
  return (
    <>
      <p>
        <a href={href('settings/brands')}>All brands</a>
      </p>
      <Loaded of={brand} height={400}>
        {(of) => (
          <div class="stack">
            <Head of={of} onChanged={brand.reload} />
            <Editor
              of={of}
              brandId={id}
              onReload={brand.reload}
              onSave={async (changes) => {
                await unwrap(
                  api.PATCH('/api/brands/{id}', {
                    params: { path: { id }, header: onVersion(of) },
                    body: changes,
                  }),
                );
              }}
            />
            <Competitors brand={of.data} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Head({ of, onChanged }: { of: Versioned<Schemas['Brand']>; onChanged: () => void }) {
  const may = useAccess();
  const { id, name, archived } = of.data;
  const [isAsking, setAsking] = useState(false);
  const restore = useAction(async () => {
    await unwrap(api.PATCH('/api/brands/{id}', { params: { path: { id } }, body: { archived: false } }));
    toast(`${name} is back in lists and reports.`);
    onChanged();
  });
  return (
    <>
      <div class="row spread">
        <h2>{name}</h2>
        <div class="actions">
          {!archived && <LinkButton href={href('overview', { brand: id })}>See its report</LinkButton>}
          {!archived && may('archiveBrand') && <Button onClick={() => setAsking(true)}>Archive</Button>}
        </div>
      </div>
      {archived && (
        <div class="note row spread" data-kind="warn">
          <span>This brand is archived: it is in no list and no report. Its history is kept.</span>
          {may('updateBrand') && (
            <Button isBusy={restore.isBusy} onClick={() => void restore.run()}>
              Take it back
            </Button>
          )}
        </div>
      )}
      <FormError error={restore.error} />
      {isAsking && (
        <Confirm
          title={`Archive ${name}?`}
          action="Archive the brand"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await unwrap(api.DELETE('/api/brands/{id}', { params: { path: { id } } }));
            toast(`${name} is archived.`);
            onChanged();
          }}
        >
          It leaves lists and reports, with its prompts and competitors. Nothing is deleted: you can take it
          back at any time.
        </Confirm>
      )}
    </>
  );
}
