import { formatMoment } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { useAction, useAnswer, useRows } from '../../api/loading.ts';
import { Button } from '../../components/button.tsx';
import { Card, Loaded } from '../../components/card.tsx';
import { Dialog } from '../../components/form/dialog.tsx';
import { ShowMore } from '../../components/list/show-more.tsx';
import { useMembers } from '../../frame/members.ts';
import { href, setParams, useRoute } from '../../state/route.ts';
import { Difference } from './difference.tsx';

type Draft = Schemas['Draft'];
type Version = Schemas['DraftVersion'];
type Restore = (version: Version) => Promise<boolean>;

/** What the draft was before: each version against the text as it is saved now. */
export function Versions({ draft, onRestore }: { draft: Draft; onRestore: Restore | undefined }) {
  const shown = Number(useRoute().params.get('version') ?? 0);
  const list = useRows('listDraftVersions', { limit: 20 }, { id: draft.id });
  const { emailOf } = useMembers();
  return (
    <Card title="Versions" about="Each time the text is saved, a version is kept.">
      <Loaded of={list} height={100}>
        {({ rows }) => (
          <div class="stack-small">
            <ol class="content-versions">
              {rows.map(({ version, createdAt, createdBy }) => (
                <li key={version}>
                  <span>
                    {version === draft.version ? (
                      `Version ${version}, as it is now`
                    ) : (
                      <a href={href(`content/draft/${draft.id}`, { version: String(version) })}>
                        Version {version}
                      </a>
                    )}
                  </span>
                  <span class="small muted">
                    {formatMoment(createdAt)}, {emailOf(createdBy)}
                  </span>
                </li>
              ))}
            </ol>
            <ShowMore list={list} one="version" />
          </div>
        )}
      </Loaded>
      {shown > 0 && shown !== draft.version && (
        <OneVersion key={shown} draft={draft} number={shown} onRestore={onRestore} />
      )}
    </Card>
  );
}

const close = () => setParams({ version: null });

function OneVersion({
  draft,
  number,
  onRestore,
}: {
  draft: Draft;
  number: number;
  onRestore: Restore | undefined;
}) {
  const version = useAnswer('getDraftVersion', { path: { id: draft.id, version: number } });
  const restore = useAction(async (of: Version) => {
    // A refusal is shown beside the draft, where it can be loaded again.
    await onRestore?.(of);
    close();
  });
  return (
    <Dialog title={`Version ${number}`} size="wide" onClose={close}>
      <Loaded of={version} height={200}>
        {(found) => (
          <div class="stack">
            {found.title !== draft.title && (
              <p>
                Title: <strong>{found.title}</strong>
              </p>
            )}
            <p class="small muted">
              From version {number} to the text as it is now: + was added since, − was removed.
            </p>
            <Difference
              before={found.body}
              after={draft.body}
              label={`From version ${number} to the text as it is now`}
            />
            <details>
              <summary>The whole text of version {number}</summary>
              <pre class="content-text">{found.body}</pre>
            </details>
            <div class="actions">
              {onRestore && (
                <Button kind="primary" isBusy={restore.isBusy} onClick={() => void restore.run(found)}>
                  Restore this version
                </Button>
              )}
              <Button onClick={close}>Close</Button>
            </div>
            {onRestore && (
              <p class="small muted">Restoring makes a new version of it; the one of now is kept too.</p>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
