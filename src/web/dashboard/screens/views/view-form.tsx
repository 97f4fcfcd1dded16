import { Field } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import type { Act, Ends } from '../../components/list/acts.tsx';
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
export const saveView = (shown: ReturnType<typeof useShown>, onSaved: (view: View) => void): Act<null> => ({
  label: 'Save this view',
  operation: 'createView',
  kind: 'primary',
  dialog: (_, ends) => (
    <FormDialog
      operation="createView"
      title="Save this view"
      first={{ visibility: 'PRIVATE' }}
      fixed={shown}
      done={({ name }) => `The view “${name}” is saved.`}
      {...ends}
      onDone={onSaved}
    >
      {(form) => (
        <>
          <Field of={form} name="name" label="Name" />
          <Field of={form} name="visibility" label="Who sees it" choices={WHO} />
          <p class="small muted">
            It keeps the screen with its brand, days and filters. Days such as “last week” go on.
          </p>
        </>
      )}
    </FormDialog>
  ),
});

export function ViewDialog({ view: { id }, ...ends }: Ends & { view: View }) {
  return (
    <FormDialog
      operation="updateView"
      path={{ id }}
      title="Edit the view"
      done="The view is saved."
      {...ends}
    >
      {(form) => (
        <>
          <Field of={form} name="name" label="Name" />
          <Field of={form} name="visibility" label="Who sees it" choices={WHO} />
        </>
      )}
    </FormDialog>
  );
}
