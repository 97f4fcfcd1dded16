import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { loadMe, logOut } from '../../../api/session.ts';
import { useAction, useData } from '../../../api/use-data.ts';
import { onVersion, type Versioned, versioned } from '../../../api/versioned.ts';
import { Button } from '../../../components/button.tsx';
import { Card, Loaded } from '../../../components/card.tsx';
import { ChangeError } from '../../../components/change-error.tsx';
import { Confirm } from '../../../components/dialog.tsx';
import { Form, FormError, problemOf, TextField } from '../../../components/form.tsx';
import { formatDay } from '../../../components/numbers.tsx';
import { toast } from '../../../components/toast.tsx';
import { titled } from '../../../state/text.ts';
import { Exports } from './exports.tsx';
import { Pins } from './pins.tsx';

/** The organisation itself, the own password, and what is kept or leaves as a file. */
export default function Organisation() {
  const may = useAccess();
  const organisation = useData(['organisation'], () => versioned(api.GET('/api/organisation')));
  return (
    <>
      <div class="cols">
        <Loaded of={organisation}>
          {(of) => (
            <Card title="Organisation">
              {may('updateOrganisation') ? (
                <Rename key={of.etag} of={of} onReload={organisation.reload} />
              ) : (
                <dl class="kv">
                  <dt>Name</dt>
                  <dd>{of.data.name}</dd>
                </dl>
              )}
              <dl class="kv">
                <dt>Plan</dt>
                <dd>{titled(of.data.plan)}</dd>
                <dt>Since</dt>
                <dd>{formatDay(of.data.createdAt)}</dd>
              </dl>
            </Card>
          )}
        </Loaded>
        <Password />
      </div>
      <Pins />
      <Exports />
      {may('deleteOrganisation') && organisation.data && <Delete name={organisation.data.data.name} />}
    </>
  );
}

function Rename({ of, onReload }: { of: Versioned<Schemas['Organisation']>; onReload: () => void }) {
  const [name, setName] = useState(of.data.name);
  const { run, isBusy, error } = useAction(async () => {
    await unwrap(api.PATCH('/api/organisation', { params: { header: onVersion(of) }, body: { name } }));
    toast('The organisation is renamed.');
    onReload();
    await loadMe();
  });
  return (
    <Form onSubmit={() => run()}>
      <TextField
        label="Name"
        value={name}
        onInput={setName}
        required
        maxLength={200}
        problem={problemOf(error, 'name')}
      />
      <ChangeError error={error} fields={['name']} onReload={onReload} />
      <div>
        <Button kind="primary" type="submit" isBusy={isBusy} disabled={name === of.data.name}>
          Save the name
        </Button>
      </div>
    </Form>
  );
}

function Password() {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const { run, isBusy, error } = useAction(async () => {
    await unwrap(api.POST('/api/auth/password', { body: { currentPassword, newPassword } }));
    toast('The password is changed. All your other logins have ended.');
    setCurrent('');
    setNew('');
  });
  return (
    <Card title="Your password" about="A change ends all your other logins.">
      <Form onSubmit={() => run()}>
        <TextField
          label="Current password"
          type="password"
          value={currentPassword}
          onInput={setCurrent}
          autocomplete="current-password"
          required
          problem={problemOf(error, 'currentPassword')}
        />
        <TextField
          label="New password"
          type="password"
          value={newPassword}
          onInput={setNew}
          autocomplete="new-password"
          required
          hint="At least 10 characters."
          problem={problemOf(error, 'newPassword')}
        />
        <FormError error={error} fields={['currentPassword', 'newPassword']} />
        <div>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Change the password
          </Button>
        </div>
      </Form>
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
          Delete {name}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={`Delete ${name} with all its data?`}
          action="Delete everything"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await unwrap(api.DELETE('/api/organisation', { params: { query: { name: typed } } }));
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
