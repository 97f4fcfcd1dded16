import { api, unwrap } from '../../../api/client.ts';
import { useData } from '../../../api/use-data.ts';
import { onVersion, versioned } from '../../../api/versioned.ts';
import { Loaded } from '../../../components/card.tsx';
import { href } from '../../../state/route.ts';
import { Editor } from './editor.tsx';

/** One competitor of a brand: its names, and what else is known of it. */
export function OneCompetitor({ brandId, id }: { brandId: string; id: string }) {
  const competitor = useData(['competitor', id], () =>
    versioned(api.GET('/api/competitors/{id}', { params: { path: { id } } })),
  );
  return (
    <>
      <p>
        <a href={href(`settings/brands/${brandId}`)}>The brand and its competitors</a>
      </p>
      <Loaded of={competitor} height={400}>
        {(of) => (
          <div class="stack">
            <h2>{of.data.name}</h2>
            <Editor
              of={of}
              brandId={brandId}
              onReload={competitor.reload}
              onSave={async ({ description: _, industry: __, ...changes }) => {
                await unwrap(
                  api.PATCH('/api/competitors/{id}', {
                    params: { path: { id }, header: onVersion(of) },
                    body: changes,
                  }),
                );
              }}
            />
          </div>
        )}
      </Loaded>
    </>
  );
}
