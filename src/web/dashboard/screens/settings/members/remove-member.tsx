import { useState } from 'preact/hooks';
import { answerTo, type Schemas } from '../../../api/client.ts';
import { logOut, me } from '../../../api/session.ts';
import { Confirm } from '../../../components/form/dialog.tsx';
import { CheckField } from '../../../components/form/form.tsx';
import type { Ends } from '../../../components/list/acts.tsx';
import { toast } from '../../../components/toast.tsx';
import { useStore } from '../../../state/store.ts';
import { KEEP_KEYS, revokedKeys } from './roles.ts';

export function RemoveMember({ of, onClose, onDone }: Ends & { of: Schemas['Member'] }) {
  const isSelf = useStore(me)?.user.id === of.id;
  const mayHaveKeys = of.role === 'OWNER' || of.role === 'ADMIN';
  const [keepApiKeys, setKeep] = useState(true);
  return (
    <Confirm
      title={isSelf ? 'Leave the organisation?' : `Remove ${of.email}?`}
      action={isSelf ? 'Leave' : 'Remove the member'}
      onClose={onClose}
      onConfirm={async () => {
        const query = mayHaveKeys && !isSelf ? { keepApiKeys } : {};
        const { response } = await answerTo('removeMember', { path: { id: of.id }, query });
        if (isSelf) return logOut();
        toast(`The member is removed.${revokedKeys(response)}`);
        onDone();
      }}
    >
      <div class="stack-small">
        <p>
          {isSelf ? 'Your login here ends' : 'Logins of this member end'} within seconds, and an account that
          is in no other organisation is deleted. What was made stays. Open invitations by this member are
          revoked.
        </p>
        {mayHaveKeys && !isSelf && <CheckField {...KEEP_KEYS} checked={keepApiKeys} onChange={setKeep} />}
        {mayHaveKeys && isSelf && <p>The API keys that you made are revoked.</p>}
      </div>
    </Confirm>
  );
}
