import { today } from '../../../../base/definitions.ts';
import type { Schemas } from '../../api/client.ts';
import type { FormOf } from '../../components/form/form-of.ts';
import { AddressedForm } from '../../components/list/form-act.tsx';
import { BrandField } from '../../frame/brand/brand-field.tsx';
import { ANY_PLATFORM } from '../../state/filters.ts';
import { useRoute } from '../../state/route.ts';

export type Annotation = Schemas['Annotation'];

/** Adds a note, whose day and prompt the address may name, or changes one. */
export function AnnotationForm({ onDone }: { onDone: () => void }) {
  const { params } = useRoute();
  const queryId = params.get('prompt');
  const done = 'The note is saved.';
  return (
    <AddressedForm
      param="note"
      others={['day', 'prompt']}
      create={{
        operation: 'createAnnotation',
        title: 'Add a note',
        done,
        first: { day: params.get('day') ?? today(), isShared: false },
        fixed: queryId === null ? undefined : { queryId },
        fields: (form) => (
          <>
            <form.Custom name="brandId">{(field) => <BrandField {...field} />}</form.Custom>
            <Fields of={form} />
            {queryId !== null && (
              <p class="small muted">It is of this prompt, and stands in its own chart alone.</p>
            )}
          </>
        ),
      }}
      edit={{
        operation: 'updateAnnotation',
        title: 'Edit the note',
        done,
        fields: (form) => <Fields of={form as unknown as Form} />,
      }}
      onDone={onDone}
    />
  );
}

type Form = FormOf<'createAnnotation'>;

function Fields({ of: form }: { of: Form }) {
  return (
    <>
      <form.Field name="day" label="Day" />
      <form.Field name="text" label="What happened" kind="area" rows={3} />
      <form.Field name="platform" label="Platform" options={ANY_PLATFORM} />
      <form.Field
        name="isShared"
        label="Show it in what is sent too"
        hint="In reports by mail, documents and shared links, which people outside may read."
      />
    </>
  );
}
