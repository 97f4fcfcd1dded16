import { today } from '../../../../base/definitions.ts';
import { useAccess } from '../../api/access.ts';
import type { Schemas } from '../../api/client.ts';
import type { FormOf } from '../../components/form/contract-form.tsx';
import { Custom, Field } from '../../components/form/field.tsx';
import { SelectField } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { BrandField } from '../../frame/brand/brand-field.tsx';
import { PLATFORMS, type Platform, platformName } from '../../state/filters.ts';
import { setParams, useRoute } from '../../state/route.ts';

export type Annotation = Schemas['Annotation'];

const close = () => setParams({ note: null, day: null, prompt: null });

/** Adds a note, or changes one. @param id null for a new one, whose day and prompt the address may name */
export function AnnotationDialog({ id, onSaved }: { id: string | null; onSaved: () => void }) {
  const { params } = useRoute();
  const may = useAccess();
  if (!may(id === null ? 'createAnnotation' : 'updateAnnotation')) return null;
  const ends = { done: 'The note is saved.', onDone: onSaved, onClose: close };
  if (id !== null)
    return (
      <FormDialog operation="updateAnnotation" path={{ id }} title="Edit the note" {...ends}>
        {(form) => form.stored && <Fields of={form as unknown as Form} />}
      </FormDialog>
    );
  const queryId = params.get('prompt');
  return (
    <FormDialog
      operation="createAnnotation"
      title="Add a note"
      first={{ day: params.get('day') ?? today(), isShared: false }}
      {...(queryId === null ? {} : { fixed: { queryId } })}
      {...ends}
    >
      {(form) => (
        <>
          <Custom of={form} name="brandId">
            {(field) => <BrandField {...field} />}
          </Custom>
          <Fields of={form} />
          {queryId !== null && (
            <p class="small muted">It is of this prompt, and stands in its own chart alone.</p>
          )}
        </>
      )}
    </FormDialog>
  );
}

type Form = FormOf<'createAnnotation'>;

function Fields({ of: form }: { of: Form }) {
  return (
    <>
      <Field of={form} name="day" label="Day" />
      <Field of={form} name="text" label="What happened" kind="area" rows={3} />
      <Custom of={form} name="platform">
        {({ value, onChange }) => (
          <SelectField
            label="Platform"
            value={value ?? ''}
            options={[['', 'All platforms'], ...PLATFORMS.map((one) => [one, platformName(one)] as const)]}
            onChange={(platform) => onChange(platform === '' ? null : (platform as Platform))}
          />
        )}
      </Custom>
      <Field
        of={form}
        name="isShared"
        label="Show it in what is sent too"
        hint="In reports by mail, documents and shared links, which people outside may read."
      />
    </>
  );
}
