import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useList } from '../../../api/use-list.ts';
import { Button } from '../../../components/button.tsx';
import { Badge, Card, Empty, Loaded } from '../../../components/card.tsx';
import { Confirm } from '../../../components/dialog.tsx';
import { formatMoment } from '../../../components/numbers.tsx';
import { ShowMore } from '../../../components/show-more.tsx';
import { Table } from '../../../components/table.tsx';
import { toast } from '../../../components/toast.tsx';
import { titled } from '../../../state/text.ts';
import { Invite } from './invite.tsx';

type Invitation = Schemas['Invitation'];

const STATES: Record<Schemas['InvitationState'], string> = {
  PENDING: 'open',
  ACCEPTED: 'accepted',
  REVOKED: 'revoked',
  EXPIRED: 'expired',
};

export function Invitations() {
  const may = useAccess();
  const invitations = useList(['invitations'], (after) =>
    unwrap(api.GET('/api/invitations', { params: { query: { limit: 20, ...after } } })),
  );
  const [isInviting, setInviting] = useState(false);
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  return (
    <Card
      title="Invitations"
      about="No mail is sent: you get a link, and pass it on."
      actions={
        may('createInvitation') && (
          <Button kind="primary" onClick={() => setInviting(true)}>
            Invite somebody
          </Button>
        )
      }
    >
      <Loaded of={invitations}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="Nobody was invited yet">
              Invite those who should see the reports or work on them.
            </Empty>
          ) : (
            <div class="stack-small">
              <Table
                caption="Invitations"
                isPaged
                csv="invitations"
                columns={[
                  { name: 'Email', cell: ({ email }) => email, value: ({ email }) => email },
                  { name: 'Role', cell: ({ role }) => titled(role), value: ({ role }) => titled(role) },
                  {
                    name: 'State',
                    cell: ({ state }) => (
                      <Badge
                        kind={state === 'ACCEPTED' ? 'good' : state === 'PENDING' ? 'accent' : undefined}
                      >
                        {STATES[state]}
                      </Badge>
                    ),
                    value: ({ state }) => STATES[state],
                  },
                  {
                    name: 'Link works until',
                    cell: ({ state, expiresAt }) => (state === 'PENDING' ? formatMoment(expiresAt) : '–'),
                    value: ({ expiresAt }) => expiresAt,
                  },
                  {
                    name: 'Actions',
                    head: <span class="visually-hidden">Actions</span>,
                    cell: (one) =>
                      one.state === 'PENDING' &&
                      may('revokeInvitation') && (
                        <div class="row-actions">
                          <Button
                            size="small"
                            kind="danger"
                            onClick={() => setRevoked(one)}
                            aria-label={`Revoke the invitation of ${one.email}`}
                          >
                            Revoke
                          </Button>
                        </div>
                      ),
                  },
                ]}
                rows={rows}
                keyOf={({ id }) => id}
              />
              <ShowMore list={invitations} one="invitation" />
            </div>
          )
        }
      </Loaded>
      {isInviting && <Invite onClose={() => setInviting(false)} onInvited={invitations.reload} />}
      {revoked !== null && (
        <Confirm
          title={`Revoke the invitation of ${revoked.email}?`}
          action="Revoke the invitation"
          onClose={() => setRevoked(null)}
          onConfirm={async () => {
            await unwrap(api.DELETE('/api/invitations/{id}', { params: { path: { id: revoked.id } } }));
            toast('The invitation is revoked.');
            invitations.reload();
          }}
        >
          The link stops working. You can invite the same address again.
        </Confirm>
      )}
    </Card>
  );
}
