import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { call, type Schemas } from '../../api/client.ts';
import { useAnswer } from '../../api/loading.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { type Act, Acts } from '../../components/list/acts.tsx';
import { useBrand, useBrands } from '../../frame/brand/brand.ts';
import { useCompetitors } from '../../frame/brand/competitor-field.tsx';
import { follow } from '../../frame/follow.ts';
import type { SourceType } from './query.ts';

type Settable = Schemas['SettableSourceType'];

const KINDS = Object.entries(SOURCE_TYPE_NAMES).filter(([type]) => type !== 'AI_ANSWER') as [
  Settable,
  string,
][];

interface Props {
  domain: string;
  kind: SourceType | null;
  /** The brand whose answers cite it; otherwise the one that the screen is about. */
  brandId?: string;
}

/** What kind of source a site is, and the way to say that it is another. */
export function KindButton(props: Props) {
  const { domain, kind } = props;
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
      {isOpen && <KindDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function KindDialog({ domain, kind, brandId, onClose }: Props & { onClose: () => void }) {
  const shown = useBrand()?.id;
  const brand = brandId ?? shown ?? '';
  const [brands, competitors] = [useBrands(), useCompetitors(brand)];
  const types = useAnswer('listDomainTypes');
  const isSet = types.data?.data.some((one) => one.domain === domain) === true;
  const undo: Act<string> = {
    label: 'Let the program say',
    operation: 'deleteDomainType',
    done: 'As the program says again.',
    run: (of) => call('deleteDomainType', { path: { domain: of } }),
    after: () => {
      follow();
      onClose();
    },
  };
  return (
    <FormDialog
      operation="putDomainType"
      path={{ domain }}
      title={`What kind of site is ${domain}?`}
      first={{ sourceType: (kind ?? 'OTHER') as Settable, brandId: brand }}
      done="Saved."
      onDone={follow}
      onClose={onClose}
    >
      {(form) => (
        <>
          <form.Field
            name="sourceType"
            label="Kind"
            options={KINDS}
            hint="It counts for all answers that cite the site, earlier ones too."
          />
          {form.value('sourceType') === 'BRAND_SITE' && <form.Field name="brandId" {...whose(brands.data)} />}
          {form.value('sourceType') === 'COMPETITOR_SITE' && (
            <form.Field name="competitorId" {...whose(competitors.data)} />
          )}
          {isSet && (
            <div class="row">
              <span class="small">A person set this kind.</span>
              <Acts acts={[undo]} on={domain} size="small" />
            </div>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** A field that says whose site it is. */
const whose = (them: { data: { id: string; name: string }[] } | undefined) => ({
  label: 'Whose site it is',
  hint: 'It becomes one of their websites.',
  options: [['', 'Choose one'], ...(them?.data ?? []).map(({ id, name }) => [id, name] as const)] as const,
});
