import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import { onVersion, useVersioned, type Versioned, versioned } from '../../../api/versioned.ts';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/card.tsx';
import { ChangeError } from '../../../components/change-error.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Form, problemOf, TextField } from '../../../components/form.tsx';
import { toast } from '../../../components/toast.tsx';

interface Props {
  id: string;
  onClose: () => void;
  onSaved: () => void;
}

export function RenameKey({ id, onClose, onSaved }: Props) {
  const key = useVersioned(['api key', id], () =>
    versioned(api.GET('/api/api-keys/{id}', { params: { path: { id } } })),
  );
  return (
    <Dialog title="Rename the key" onClose={onClose}>
      <Loaded of={key}>
        {(of) => <NameForm key={of.etag} of={of} onReload={key.reload} onClose={onClose} onSaved={onSaved} />}
      </Loaded>
    </Dialog>
  );
}

function NameForm({
  of,
  onReload,
  onClose,
  onSaved,
}: Omit<Props, 'id'> & { of: Versioned<Schemas['ApiKey']>; onReload: () => void }) {
  const [name, setName] = useState(of.data.name);
  const { run, isBusy, error } = useAction(async () => {
    await unwrap(
      api.PATCH('/api/api-keys/{id}', {
        params: { path: { id: of.data.id }, header: onVersion(of) },
        body: { name },
      }),
    );
    toast('The key is renamed.');
    onSaved();
    onClose();
  });
  return (
    <Form onSubmit={() => run()}>
      <TextField
        label="Name"
        value={name}
        onInput={setName}
        required
        maxLength={200}
        hint="What it may do, its brands and its end stay as they are: create another key for others."
        problem={problemOf(error, 'name')}
      />
      <ChangeError error={error} fields={['name']} onReload={onReload} />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}
