import { useState } from 'preact/hooks';
import { api, unwrap } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FormError, SelectField } from '../../../components/form.tsx';
import { toast } from '../../../components/toast.tsx';
import { OVERLAPS } from '../parts/overlaps.ts';
import { NewSecret } from './webhook-form.tsx';

/** A new secret; the old one signs too for a while, so that the receiver can change over. */
export function RotateSecret({
  id,
  onClose,
  onRotated,
}: {
  id: string;
  onClose: () => void;
  onRotated: () => void;
}) {
  const [overlap, setOverlap] = useState('1440');
  const [secret, setSecret] = useState<string | null>(null);
  const { run, isBusy, error } = useAction(async () => {
    const rotated = await unwrap(
      api.POST('/api/webhooks/{id}/rotate-secret', {
        params: { path: { id } },
        body: { overlapMinutes: Number(overlap) },
      }),
    );
    setSecret(rotated.secret);
    toast('The new secret is in use.');
    onRotated();
  });
  return (
    <Dialog title="A new secret" onClose={onClose}>
      {secret === null ? (
        <div class="form">
          <p>Messages are signed with both secrets while the old one works on.</p>
          <SelectField
            label="The old secret works on"
            value={overlap}
            options={OVERLAPS}
            onChange={setOverlap}
          />
          <FormError error={error} />
          <div class="actions">
            <Button kind="primary" isBusy={isBusy} onClick={() => void run()}>
              Make the new secret
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </div>
      ) : (
        <NewSecret secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}
