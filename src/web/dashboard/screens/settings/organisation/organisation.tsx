import { useState } from 'preact/hooks';
import { formatDay } from '../../../../../presentation/numbers.ts';
import { useAccess } from '../../../api/access.ts';
import { call, stored } from '../../../api/client.ts';
import { fieldsOf } from '../../../api/contract/fields.ts';
import { useData } from '../../../api/loading.ts';
import { loadMe, logOut } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { Card, Loaded } from '../../../components/card.tsx';
import { ContractForm } from '../../../components/form/contract-form.tsx';
import { Confirm } from '../../../components/form/dialog.tsx';
import { TextField } from '../../../components/form/form.tsx';
import { Facts } from '../../../components/list/facts.tsx';
import { titled } from '../../../state/text.ts';
import { AnswerTexts } from './answer-texts.tsx';
import { Exports } from './exports.tsx';
import { Pins } from './pins.tsx';

/** The organisation itself, the own password, and what is kept or leaves as a file. */
export default function Organisation() {
  const may = useAccess();
  const organisation = useData(['organisation'], () => stored('updateOrganisation'));
  return (
    <>
      <div class="cols">
        <Loaded of={organisation}>
          {(of) => (
            <Card title="Organisation">
              {may('updateOrganisation') && (
                <ContractForm
                  key={of.etag}
                  operation="updateOrganisation"
                  of={of}
                  action="Save the name"
                  done="The organisation is renamed."
                  onDone={() => {
                    organisation.reload();
                    return loadMe();
                  }}
                  onReload={organisation.reload}
                >
                  {(form) => <form.Field name="name" label="Name" />}
                </ContractForm>
              )}
              <Facts
                of={[
                  ['Name', !may('updateOrganisation') && of.data.name],
                  ['Plan', titled(of.data.plan)],
                  ['Since', formatDay(of.data.createdAt)],
                ]}
              />
            </Card>
          )}
        </Loaded>
        <Password />
      </div>
      {organisation.data && <AnswerTexts organisation={organisation.data.data.name} />}
      <Pins />
      <Exports />
      {may('deleteOrganisation') && organisation.data && <Delete name={organisation.data.data.name} />}
    </>
  );
}

function Password() {
  const [changes, setChanges] = useState(0);
  return (
    <Card title="Your password" about="A change ends all your other logins.">
      <ContractForm
        // Emptied when it is done.
        key={changes}
        operation="changePassword"
        action="Change the password"
        done="The password is changed. All your other logins have ended."
        onDone={() => setChanges(changes + 1)}
      >
        {(form) => (
          <>
            <form.Field
              name="currentPassword"
              label="Current password"
              kind="password"
              autocomplete="current-password"
            />
            <form.Field
              name="newPassword"
              label="New password"
              kind="password"
              autocomplete="new-password"
              hint={`At least ${fieldsOf('changePassword')['newPassword']?.minLength} characters.`}
            />
          </>
        )}
      </ContractForm>
    </Card>
  );
}

function Delete({ name }: { name: string }) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <Card
      title="Delete the organisation"
      about="Export its data first, where you may need it: nothing of it can be brought back."
    >
      <div>
        <Button kind="danger" onClick={() => setAsking(true)}>
          Delete the organisation
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={`Delete ${name} with all its data?`}
          action="Delete everything"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await call('deleteOrganisation', { query: { name: typed } });
            await logOut();
          }}
        >
          <div class="form">
            <p>
              Brands, prompts, answers, reports, pins, exports, API keys, webhooks, members and the audit log
              are gone for good, and so are accounts that are in no other organisation. Programs that use a
              key are refused within seconds.
            </p>
            <TextField
              label={`Type ${name} to confirm`}
              value={typed}
              onInput={setTyped}
              autocomplete="off"
            />
          </div>
        </Confirm>
      )}
    </Card>
  );
}
