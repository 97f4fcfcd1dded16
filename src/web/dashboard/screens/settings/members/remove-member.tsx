import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { logOut, me } from '../../../api/session.ts';
import { Confirm } from '../../../components/dialog.tsx';
import { CheckField } from '../../../components/form.tsx';
import { toast } from '../../../components/toast.tsx';
import { useStore } from '../../../state/store.ts';
import { revokedKeys } from './roles.ts';

export function RemoveMember({
  of,
  onClose,
  onRemoved,
}: {
  of: Schemas['Member'];
  onClose: () => void;
  onRemoved: () => void;
}) {
  const isSelf = useStore(me)?.user.id === of.id;
  const mayHaveKeys = of.role === 'OWNER' || of.role === 'ADMIN';
  const [keepApiKeys, setKeep] = useState(true);
  return (
    <Confirm
      title={isSelf ? 'Leave the organisation?' : `Remove ${of.email}?`}
      action={isSelf ? 'Leave' : 'Remove the member'}
      onClose={onClose}
      onConfirm={async () => {
        const answer = await api.DELETE('/api/members/{id}', {
          params: {
            path: { id: of.id },
            query: mayHaveKeys && !isSelf ? { keepApiKeys } : {},
          },
        });
        await unwrap(Promise.resolve(answer));
        if (isSelf) return logOut();
        toast(`The member is removed.${revokedKeys(answer.response)}`);
        onRemoved();
      }}
    >
      <div class="stack-small">
        <p>
          {isSelf ? 'Your login here ends' : 'Logins of this member end'} within seconds, and an account that
          is in no other organisation is deleted. What was made stays. Open invitations by this member are
          revoked.
        </p>
        {mayHaveKeys && !isSelf && (
          <CheckField
            label="Take over the API keys that this member made"
            hint="Otherwise they are revoked, and programs that use them are refused."
            checked={keepApiKeys}
            onChange={setKeep}
          />
        )}
        {mayHaveKeys && isSelf && <p>The API keys that you made are revoked.</p>}
      </div>
    </Confirm>
  );
}
