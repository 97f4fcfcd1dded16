import type { FormOf } from '../../../components/form/contract-form.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import type { Ends } from '../../../components/list/acts.tsx';
import { ShownOnce } from '../../../components/shown-once.tsx';
import { OVERLAPS } from '../parts/overlaps.ts';
import { EVENTS } from './events.tsx';

export function CreateWebhook(ends: Ends) {
  return (
    <FormDialog
      operation="createWebhook"
      title="Create a webhook"
      action="Create the webhook"
      first={{ events: EVENTS.map(([event]) => event) }}
      done="The webhook is made."
      secret={({ secret }) => <NewSecret secret={secret} onClose={ends.onClose} />}
      {...ends}
    >
      {(form) => <Fields of={form} />}
    </FormDialog>
  );
}

export function EditWebhook({ id, ...ends }: Ends & { id: string }) {
  return (
    <FormDialog
      operation="updateWebhook"
      path={{ id }}
      title="Change the webhook"
      done="The webhook is changed."
      {...ends}
    >
      {(form) => <Fields of={form} />}
    </FormDialog>
  );
}

/** A new secret; the old one signs too for a while, so that the receiver can change over. */
export function RotateSecret({ id, ...ends }: Ends & { id: string }) {
  return (
    <FormDialog
      operation="rotateWebhookSecret"
      path={{ id }}
      title="A new secret"
      action="Make the new secret"
      done="The new secret is in use."
      secret={({ secret }) => <NewSecret secret={secret} onClose={ends.onClose} />}
      {...ends}
    >
      {(form) => (
        <>
          <p>Messages are signed with both secrets while the old one works on.</p>
          <Field of={form} name="overlapMinutes" label="The old secret works on" options={OVERLAPS} />
        </>
      )}
    </FormDialog>
  );
}

function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnce
      title="The secret of the webhook"
      label="The secret"
      value={secret}
      about="Copy the secret now: it is not shown again. With it the receiver checks that messages come from here (Standard Webhooks)."
      onClose={onClose}
    />
  );
}

function Fields<Id extends 'createWebhook' | 'updateWebhook'>({ of: form }: { of: FormOf<Id> }) {
  const of = form as FormOf<'createWebhook'>;
  return (
    <>
      <Field
        of={of}
        name="url"
        label="Address"
        placeholder="https://hooks.example.com/sightline"
        hint="It must be reachable from the internet."
      />
      <Field of={of} name="description" label="What it is for" />
      <Field
        of={of}
        name="events"
        label="Send a message when"
        options={EVENTS.map(([event, words]) => [event, words, event])}
      />
    </>
  );
}
