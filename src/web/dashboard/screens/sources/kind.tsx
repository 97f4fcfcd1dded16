import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAccess } from '../../api/contract/access.ts';
import { call } from '../../api/contract/call.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { useAction, useData } from '../../api/use-data.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/form/field.tsx';
import { FormError } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { follow } from '../../frame/follow.ts';
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
      {isOpen && <KindDialog domain={domain} kind={kind} onClose={() => setOpen(false)} />}
    </>
  );
}

function KindDialog({
  domain,
  kind,
  onClose,
}: {
  domain: string;
  kind: SourceType | null;
  onClose: () => void;
}) {
  const types = useData(['domain types'], () => unwrap(api.GET('/api/sources/types')));
  const isSet = types.data?.data.some((one) => one.domain === domain) === true;
  const undo = useAction(async () => {
    await call('deleteDomainType', { path: { domain } });
    toast('As the program says again.');
    follow();
    onClose();
  });
  return (
    <FormDialog
      operation="putDomainType"
      path={{ domain }}
      title={`What kind of site is ${domain}?`}
      first={{ sourceType: (kind ?? 'OTHER') as Settable }}
      done="Saved."
      onDone={follow}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Field
            of={form}
            name="sourceType"
            label="Kind"
            options={KINDS}
            hint="It counts for all answers that cite the site, earlier ones too."
          />
          {isSet && (
            <div class="row">
              <span class="small">A person set this kind.</span>
              <Button size="small" isBusy={undo.isBusy} onClick={() => void undo.run()}>
                Let the program say
              </Button>
            </div>
          )}
          <FormError error={undo.error} />
        </>
      )}
    </FormDialog>
  );
}
