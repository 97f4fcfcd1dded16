import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { follow } from '../../api/follow.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { useAction, useData } from '../../api/use-data.ts';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormError, SelectField } from '../../components/form.tsx';
import { toast } from '../../components/toast.tsx';
import type { SourceType } from './query.ts';

type Settable = Schemas['SettableSourceType'];

const KINDS = Object.entries(SOURCE_TYPE_NAMES).filter(([type]) => type !== 'AI_ANSWER') as [
  Settable,
  string,
][];

/** What kind of source a site is, and the way to say that it is another. */
export function KindButton({ domain, kind }: { domain: string; kind: SourceType | null }) {
  const may = useAccess();
  const [isOpen, setOpen] = useState(false);
  const name = kind === null ? 'Mixed' : SOURCE_TYPE_NAMES[kind];
  if (!may('putDomainType')) return <div class="small muted">{name}</div>;
  return (
    <>
      <button
        type="button"
        class="link-button small sources-kind"
        aria-label={`${name}: change the kind of ${domain}`}
        onClick={() => setOpen(true)}
      >
        {name}
      </button>
      {isOpen && <KindDialog domain={domain} onClose={() => setOpen(false)} />}
    </>
  );
}

function KindDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const types = useData(['domain types'], () => unwrap(api.GET('/api/sources/types')));
  return (
    <Dialog title={`What kind of site is ${domain}?`} onClose={onClose}>
      <Loaded of={types} height={120}>
        {({ data }) => (
          <KindForm
            domain={domain}
            set={data.find((one) => one.domain === domain)?.sourceType ?? ''}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

function KindForm({ domain, set, onClose }: { domain: string; set: Settable | ''; onClose: () => void }) {
  const [kind, setKind] = useState(set);
  const save = useAction(async () => {
    const path = { domain };
    if (kind !== '')
      await unwrap(api.PUT('/api/sources/{domain}/type', { params: { path }, body: { sourceType: kind } }));
    else if (set !== '') await unwrap(api.DELETE('/api/sources/{domain}/type', { params: { path } }));
    toast('Saved. Reports follow in about a minute.');
    follow();
  });
  return (
    <Form
      onSubmit={async () => {
        if (await save.run()) onClose();
      }}
    >
      <SelectField
        label="Kind"
        value={kind}
        options={[['', 'As the program says'], ...KINDS]}
        onChange={setKind}
        hint="It counts for all answers that cite the site, earlier ones too."
      />
      <FormError error={save.error} />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={save.isBusy}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}
