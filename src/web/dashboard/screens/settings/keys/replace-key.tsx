import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FormError, SelectField } from '../../../components/form.tsx';
import { toast } from '../../../components/toast.tsx';
import { OVERLAPS } from '../parts/overlaps.ts';
import { HaveCopied } from '../parts/shown-once.tsx';
import { NewKey } from './scopes.tsx';

/** A new key with the same rights; the old one works on for a while, so that nothing stops meanwhile. */
export function ReplaceKey({
  of,
  onClose,
  onReplaced,
}: {
  of: Schemas['ApiKey'];
  onClose: () => void;
  onReplaced: () => void;
}) {
  const [overlap, setOverlap] = useState('1440');
  const [created, setCreated] = useState<Schemas['ApiKeyCreated'] | null>(null);
  const { run, isBusy, error } = useAction(async () => {
    setCreated(
      await unwrap(
        api.POST('/api/api-keys/{id}/rotate', {
          params: { path: { id: of.id } },
          body: { overlapMinutes: Number(overlap) },
        }),
      ),
    );
    toast('The new key works.');
    onReplaced();
  });
  return (
    <Dialog title={`Replace ${of.name}`} size="wide" onClose={onClose}>
      {created === null ? (
        <div class="form">
          <p>The new key may do the same as the old one. Change over while both work.</p>
          <SelectField
            label="The old key works on"
            value={overlap}
            options={OVERLAPS}
            onChange={setOverlap}
          />
          <FormError error={error} />
          <div class="actions">
            <Button kind="primary" isBusy={isBusy} onClick={() => void run()}>
              Make the new key
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </div>
      ) : (
        <div class="stack">
          <NewKey created={created} />
          <HaveCopied onClose={onClose} />
        </div>
      )}
    </Dialog>
  );
}
