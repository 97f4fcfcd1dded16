import { useState } from 'preact/hooks';
import { api, type Schemas, SERVER, unwrap } from '../../../api/client.ts';
import { me } from '../../../api/session.ts';
import { useAction } from '../../../api/use-data.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Form, FormError, problemOf, SelectField, TextField } from '../../../components/form.tsx';
import { formatMoment } from '../../../components/numbers.tsx';
import { toast } from '../../../components/toast.tsx';
import { useStore } from '../../../state/store.ts';
import { HaveCopied, ShownOnce } from '../parts/shown-once.tsx';
import { type Role, rolesToGive, roleWords } from './roles.ts';

export function Invite({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const own = useStore(me)?.role;
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('MEMBER');
  const [created, setCreated] = useState<Schemas['InvitationCreated'] | null>(null);
  const { run, isBusy, error } = useAction(async () => {
    setCreated(await unwrap(api.POST('/api/invitations', { body: { email, role } })));
    toast('The invitation is made.');
    onInvited();
  });
  if (created !== null)
    return (
      <Dialog title={`The invitation of ${created.email}`} size="wide" onClose={onClose}>
        <div class="stack">
          <ShownOnce label="The link" value={`${SERVER}/#/join?token=${encodeURIComponent(created.token)}`}>
            Copy the link now and send it to {created.email}: it is not shown again. It works once, until{' '}
            {formatMoment(created.expiresAt)}.
          </ShownOnce>
          <HaveCopied onClose={onClose} />
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form onSubmit={() => run()}>
        <TextField
          label="Email"
          type="email"
          value={email}
          onInput={setEmail}
          required
          autocomplete="off"
          problem={problemOf(error, 'email')}
        />
        <SelectField
          label="Role"
          value={role}
          options={rolesToGive(own)}
          onChange={setRole}
          hint={roleWords(role)}
          problem={problemOf(error, 'role')}
        />
        <FormError error={error} fields={['email', 'role']} />
        <div class="actions">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Make the link
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}
