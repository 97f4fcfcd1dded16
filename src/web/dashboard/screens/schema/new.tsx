import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { call } from '../../api/client.ts';
import { useAction, useAnswer } from '../../api/loading.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card, Loaded, ScreenHead } from '../../components/card.tsx';
import { Confirm } from '../../components/form/dialog.tsx';
import { FormError, SelectField } from '../../components/form/form.tsx';
import { toast } from '../../components/toast.tsx';
import { useBrands } from '../../frame/brand/brand.ts';
import { NoBrand } from '../../frame/brand/no-brand.tsx';
import { go, href, setParams, useRoute } from '../../state/route.ts';
import { type JsonLd, SCHEMA_KINDS, SCHEMA_TYPES, type SchemaType, textOf } from './kinds.ts';
import { MarkupEditor } from './markup-editor.tsx';

/** Markup made from what is known of a brand, to be completed, checked, copied and saved. */
export function NewMarkup() {
  const { params } = useRoute();
  const brands = useBrands();
  const may = useAccess();
  const asked = params.get('type') as SchemaType | null;
  const type = asked !== null && SCHEMA_TYPES.includes(asked) ? asked : 'ORGANIZATION';
  const brandId = params.get('brand') ?? brands.data?.data[0]?.id ?? null;
  const [isEdited, setEdited] = useState(false);
  const [wanted, setWanted] = useState<Record<string, string> | null>(null);
  const generated = useAnswer(
    'generateSchema',
    brandId === null ? null : { body: { brandId: brandId ?? '', type } },
  );
  const keep = useAction(async (jsonLd: JsonLd) => {
    const kept = await call('createSchema', { body: { brandId: brandId ?? '', type, jsonLd } });
    toast('The markup is saved.');
    go(`schema/${kept.id}`);
  });
  const choose = (changes: Record<string, string>) => (isEdited ? setWanted(changes) : setParams(changes));
  return (
    <div class="stack">
      <ScreenHead title="New markup" actions={<LinkButton href={href('schema')}>All markup</LinkButton>}>
        Sightline fills in what it knows of the brand. Complete it, check it, and put it into your page.
      </ScreenHead>
      <Loaded of={brands} height={60}>
        {({ data }) =>
          data.length === 0 ? (
            <NoBrand />
          ) : (
            <Card title="What it is about">
              <div class="form-row">
                <SelectField
                  label="Brand"
                  value={brandId ?? ''}
                  options={data.map(({ id, name }) => [id, name] as const)}
                  onChange={(brand) => choose({ brand })}
                />
                <SelectField
                  label="Kind"
                  value={type}
                  options={SCHEMA_TYPES.map((one) => [one, SCHEMA_KINDS[one].name] as const)}
                  onChange={(chosen) => choose({ type: chosen })}
                  hint={SCHEMA_KINDS[type].about}
                />
              </div>
            </Card>
          )
        }
      </Loaded>
      {brandId !== null && (
        <Loaded of={generated.isLoading ? { ...generated, data: undefined } : generated} height={360}>
          {({ jsonLd }) => (
            <MarkupEditor
              key={`${brandId} ${type}`}
              initial={textOf(jsonLd)}
              onEdit={() => setEdited(true)}
              actions={(edited) =>
                may('createSchema') && (
                  <>
                    <FormError error={keep.error} />
                    <Button
                      kind="primary"
                      isBusy={keep.isBusy}
                      disabled={edited === null}
                      onClick={() => edited !== null && void keep.run(edited)}
                    >
                      Save
                    </Button>
                  </>
                )
              }
            />
          )}
        </Loaded>
      )}
      {wanted !== null && (
        <Confirm
          title="Replace your text?"
          action="Replace my text"
          onClose={() => setWanted(null)}
          onConfirm={async () => {
            setEdited(false);
            setParams(wanted);
          }}
        >
          It gives way to the markup of the other brand or kind.
        </Confirm>
      )}
    </div>
  );
}
