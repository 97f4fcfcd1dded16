import type { Schemas } from '../../../api/client.ts';
import type { FormOf } from '../../../components/form/form-of.ts';
import { formAct } from '../../../components/list/form-act.tsx';
import { ShownOnce } from '../../../components/shown-once.tsx';
import { OVERLAPS } from '../parts/overlaps.ts';
import { EVENTS } from './events.tsx';

export const createWebhook = formAct<'createWebhook', null>({
  label: 'Create a webhook',
  operation: 'createWebhook',
  kind: 'primary',
  form: {
    title: 'Create a webhook',
    action: 'Create the webhook',
    first: { events: EVENTS.map(([event]) => event) },
    done: 'The webhook is made.',
    secret: shownSecret,
    fields: (form) => <Fields of={form} />,
  },
});

export const changeWebhook = formAct<'updateWebhook', Schemas['Webhook']>({
  label: 'Change',
  operation: 'updateWebhook',
  form: {
    title: 'Change the webhook',
    done: 'The webhook is changed.',
    fields: (form) => <Fields of={form} />,
  },
});

/** A new secret; the old one signs too for a while, so that the receiver can change over. */
export const newSecret = formAct<'rotateWebhookSecret', Schemas['Webhook']>({
  label: 'New secret',
  operation: 'rotateWebhookSecret',
  form: {
    title: 'A new secret',
    action: 'Make the new secret',
    done: 'The new secret is in use.',
    secret: shownSecret,
    fields: (form) => (
      <>
        <p>Messages are signed with both secrets while the old one works on.</p>
        <form.Field name="overlapMinutes" label="The old secret works on" options={OVERLAPS} />
      </>
    ),
  },
});

function shownSecret({ secret }: { secret: string }, onClose: () => void) {
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
      <of.Field
        name="url"
        label="Address"
        placeholder="https://hooks.example.com/sightline"
        hint="It must be reachable from the internet."
      />
      <of.Field name="description" label="What it is for" />
      <of.Field
        name="events"
        label="Send a message when"
        options={EVENTS.map(([event, words]) => [event, words, event])}
      />
    </>
  );
}
