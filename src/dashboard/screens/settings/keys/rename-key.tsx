import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction, useData } from '../../../api/use-data.ts';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/card.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { problemOf, TextField } from '../../../components/form.tsx';
import { toast } from '../../../components/toast.tsx';
import { ifMatch, SaveError, type Stored, stored } from '../parts/stored.tsx';

interface Props {
  id: string;
  onClose: () => void;
  onSaved: () => void;
}

export function RenameKey({ id, onClose, onSaved }: Props) {
  const key = useData(['api key', id], () =>
    stored(api.GET('/api/api-keys/{id}', { params: { path: { id } } })),
  );
  return (
    <Dialog title="Rename the key" onClose={onClose}>
      <Loaded of={key}>
        {(of) => <Form key={of.etag} of={of} onReload={key.reload} onClose={onClose} onSaved={onSaved} />}
      </Loaded>
    </Dialog>
  );
}

function Form({
  of,
  onReload,
  onClose,
  onSaved,
}: Omit<Props, 'id'> & { of: Stored<Schemas['ApiKey']>; onReload: () => void }) {
  const [name, setName] = useState(of.value.name);
  const { run, isBusy, error } = useAction(async () => {
    await unwrap(
      api.PATCH('/api/api-keys/{id}', {
        params: { path: { id: of.value.id }, header: ifMatch(of) },
        body: { name },
      }),
    );
    toast('The key is renamed.');
    onSaved();
    onClose();
  });
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <TextField
        label="Name"
        value={name}
        onInput={setName}
        required
        maxLength={200}
        hint="What it may do, its brands and its end stay as they are: create another key for others."
        problem={problemOf(error, 'name')}
      />
      <SaveError error={error} fields={['name']} onReload={onReload} />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
