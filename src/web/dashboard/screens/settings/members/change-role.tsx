import { answerTo, type Schemas } from '../../../api/client.ts';
import { loadMe, me } from '../../../api/session.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import type { Ends } from '../../../components/list/acts.tsx';
import { toast } from '../../../components/toast.tsx';
import { useStore } from '../../../state/store.ts';
import { titled } from '../../../state/text.ts';
import { KEEP_KEYS, losesKeys, revokedKeys, rolesToGive, roleWords } from './roles.ts';

export function ChangeRole({ member: { id, email }, ...ends }: Ends & { member: Schemas['Member'] }) {
  const who = useStore(me);
  const isSelf = id === who?.user.id;
  return (
    <FormDialog
      operation="updateMember"
      path={{ id }}
      title="Change the role"
      first={{ keepApiKeys: true }}
      send={async (sent) => {
        const { data, response } = await answerTo('updateMember', sent);
        toast(`The role is changed.${revokedKeys(response)}`);
        if (isSelf) await loadMe();
        return data;
      }}
      {...ends}
    >
      {(form) => {
        const before = form.stored?.role ?? 'VIEWER';
        const role = form.value('role') ?? before;
        return (
          <>
            <form.Field
              name="role"
              label={`Role of ${email}`}
              options={rolesToGive(who?.role)}
              hint={roleWords(role)}
            />
            {isSelf && role !== before && (
              <p class="note" data-kind="warn">
                This is your own role: as {titled(role).toLowerCase()} you cannot give yourself the old one
                back.
              </p>
            )}
            {losesKeys(before, role) && (
              <>
                {!isSelf && <form.Field name="keepApiKeys" {...KEEP_KEYS} />}
                <p class="small muted">
                  Open invitations that this member may not make any more are revoked.
                </p>
              </>
            )}
          </>
        );
      }}
    </FormDialog>
  );
}
