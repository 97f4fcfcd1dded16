import type { FormOf } from '../../components/form/form-of.ts';
import { formAct } from '../../components/list/form-act.tsx';
import type { useShown, View } from './saved.ts';

const WHO = [
  { value: 'PRIVATE', name: 'Only you', about: 'Nobody else sees it.' },
  {
    value: 'ORGANISATION',
    name: 'All members',
    about: 'Whoever is in the organisation sees and may change it.',
  },
] as const;

/** Gives what is on screen a name. */
export const saveView = (shown: ReturnType<typeof useShown>, onSaved: (view: View) => void) =>
  formAct<'createView', null>({
    label: 'Save this view',
    operation: 'createView',
    kind: 'primary',
    form: {
      title: 'Save this view',
      first: { visibility: 'PRIVATE' },
      fixed: shown,
      done: ({ name }) => `The view “${name}” is saved.`,
      onDone: onSaved,
      fields: (form) => (
        <>
          <Fields of={form} />
          <p class="small muted">
            It keeps the screen with its brand, days and filters. Days such as “last week” go on.
          </p>
        </>
      ),
    },
  });

export const editView = formAct<'updateView', View>({
  label: 'Edit',
  operation: 'updateView',
  form: {
    title: 'Edit the view',
    done: 'The view is saved.',
    fields: (form) => <Fields of={form as unknown as FormOf<'createView'>} />,
  },
});

function Fields({ of: form }: { of: FormOf<'createView'> }) {
  return (
    <>
      <form.Field name="name" label="Name" />
      <form.Field name="visibility" label="Who sees it" choices={WHO} />
    </>
  );
}
