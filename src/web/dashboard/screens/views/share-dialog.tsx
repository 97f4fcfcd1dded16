import { SERVER } from '../../api/client.ts';
import { useRows } from '../../api/loading.ts';
import { SelectField } from '../../components/form/form.tsx';
import type { FormOf } from '../../components/form/form-of.ts';
import { formAct } from '../../components/list/form-act.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import type { View } from './saved.ts';

/** Shares a view by a link, whose address is shown this once. */
export const share = formAct<'createSharedLink', View>({
  label: 'Share',
  operation: 'createSharedLink',
  when: ({ brandId }) => brandId !== null,
  form: ({ id, name }) => ({
    title: `Share “${name}”`,
    action: 'Make the link',
    fixed: { viewId: id },
    secret: ({ path, url }, onClose) => (
      <ShownOnce
        title="The link is made"
        label="Link"
        value={url ?? addressOf(path)}
        about="Copy it now: it is not shown again. Whoever has it reads the report of this view, without a login."
        onClose={onClose}
      />
    ),
    fields: (form) => <Fields of={form} />,
  }),
});

function Fields({ of: form }: { of: FormOf<'createSharedLink'> }) {
  const pins = useRows('listPins').data?.rows.filter(({ state }) => state === 'READY') ?? [];
  return (
    <>
      <p class="small muted">
        The link shows the report of this view and nothing else. Whoever changes the view changes what it
        shows.
      </p>
      <form.Field name="note" label="Whom it is for" hint="Shown in the list of links alone." />
      <form.Field name="days" label="Days until it ends" />
      <form.Custom name="pinId">
        {({ value, onChange }) => (
          <SelectField
            label="Data"
            value={value ?? ''}
            options={[
              ['', 'As it is when the link is opened'],
              ...pins.map(({ id, name }) => [id, `Pinned as ${name}`] as const),
            ]}
            onChange={(id) => onChange(id === '' ? undefined : id)}
          />
        )}
      </form.Custom>
      <form.Field
        name="password"
        label="Password"
        kind="password"
        autocomplete="new-password"
        hint="10 characters at least; empty: none. Send it another way than the link."
      />
      <form.Field
        name="showsAnswers"
        label="Show texts of answers"
        hint="Of the answers behind prompts that moved, word for word."
      />
      <form.Field
        name="frameOrigins"
        label="Pages that may frame it"
        hint="One origin a line, such as https://intranet.example; empty: none."
        rows={2}
      />
    </>
  );
}

const addressOf = (path: string) => new URL(path, SERVER).href;
