import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { loadMe, me } from '../../../api/session.ts';
import { useAction } from '../../../api/use-data.ts';
import { onVersion, useVersioned, type Versioned, versioned } from '../../../api/versioned.ts';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/card.tsx';
import { ChangeError } from '../../../components/change-error.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { CheckField, Form, problemOf, SelectField } from '../../../components/form.tsx';
import { toast } from '../../../components/toast.tsx';
import { useStore } from '../../../state/store.ts';
import { titled } from '../../../state/text.ts';
import { losesKeys, type Role, revokedKeys, rolesToGive, roleWords } from './roles.ts';

interface Props {
  id: string;
  onClose: () => void;
  onSaved: () => void;
}

export function ChangeRole({ id, onClose, onSaved }: Props) {
  const member = useVersioned(['member', id], () =>
    versioned(api.GET('/api/members/{id}', { params: { path: { id } } })),
  );
  return (
    <Dialog title="Change the role" onClose={onClose}>
      <Loaded of={member}>
        {(of) => (
          <RoleForm key={of.etag} of={of} onReload={member.reload} onClose={onClose} onSaved={onSaved} />
        )}
      </Loaded>
    </Dialog>
  );
}

function RoleForm({
  of,
  onReload,
  onClose,
  onSaved,
}: Omit<Props, 'id'> & { of: Versioned<Schemas['Member']>; onReload: () => void }) {
  const member = of.data;
  const who = useStore(me);
  const [role, setRole] = useState<Role>(member.role);
  const [keepApiKeys, setKeep] = useState(true);
  const isSelf = member.id === who?.user.id;
  const endsKeys = losesKeys(member.role, role);
  const { run, isBusy, error } = useAction(async () => {
    const answer = await api.PATCH('/api/members/{id}', {
      params: { path: { id: member.id }, header: onVersion(of) },
      body: { role, ...(endsKeys && !isSelf ? { keepApiKeys } : {}) },
    });
    await unwrap(Promise.resolve(answer));
    toast(`The role is changed.${revokedKeys(answer.response)}`);
    if (isSelf) await loadMe();
    onSaved();
    onClose();
  });
  return (
    <Form onSubmit={() => run()}>
      <SelectField
        label={`Role of ${member.email}`}
        value={role}
        options={rolesToGive(who?.role)}
        onChange={setRole}
        hint={roleWords(role)}
        problem={problemOf(error, 'role')}
      />
      {isSelf && role !== member.role && (
        <p class="note" data-kind="warn">
          This is your own role: as {titled(role).toLowerCase()} you cannot give yourself the old one back.
        </p>
      )}
      {endsKeys && !isSelf && (
        <CheckField
          label="Take over the API keys that this member made"
          hint="Otherwise they are revoked, and programs that use them are refused."
          checked={keepApiKeys}
          onChange={setKeep}
        />
      )}
      {endsKeys && (
        <p class="small muted">Open invitations that this member may not make any more are revoked.</p>
      )}
      <ChangeError error={error} fields={['role']} onReload={onReload} />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={isBusy} disabled={role === member.role}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}
