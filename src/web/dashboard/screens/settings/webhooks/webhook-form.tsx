import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import { onVersion, type Versioned } from '../../../api/versioned.ts';
import { Button } from '../../../components/button.tsx';
import { ChangeError } from '../../../components/change-error.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { CheckField, Form, problemOf, TextField } from '../../../components/form.tsx';
import { toast } from '../../../components/toast.tsx';
import { HaveCopied, ShownOnce } from '../parts/shown-once.tsx';
import { EVENTS, type WebhookEvent } from './events.ts';

interface Entered {
  url: string;
  description: string | null;
  events: WebhookEvent[];
}

export function CreateWebhook({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const [created, setCreated] = useState<Schemas['WebhookWithSecret'] | null>(null);
  return (
    <Dialog title={created === null ? 'Create a webhook' : 'The webhook is made'} onClose={onClose}>
      {created === null ? (
        <WebhookForm
          action="Create the webhook"
          first={{ url: '', description: null, events: EVENTS.map(([event]) => event) }}
          onSave={async (body) => {
            setCreated(await unwrap(api.POST('/api/webhooks', { body })));
            toast('The webhook is made.');
            onCreated();
          }}
          onReload={() => {}}
          onClose={onClose}
        />
      ) : (
        <NewSecret secret={created.secret} onClose={onClose} />
      )}
    </Dialog>
  );
}

export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div class="stack">
      <ShownOnce label="The secret" value={secret}>
        Copy the secret now: it is not shown again. With it the receiver checks that messages come from here
        (Standard Webhooks).
      </ShownOnce>
      <HaveCopied onClose={onClose} />
    </div>
  );
}

export function EditWebhook({
  of,
  onClose,
  onSaved,
}: {
  of: Versioned<Schemas['Webhook']>;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { id, url, description, events } = of.data;
  return (
    <Dialog title="Change the webhook" onClose={onClose}>
      <WebhookForm
        action="Save"
        first={{ url, description, events }}
        onSave={async (body) => {
          await unwrap(
            api.PATCH('/api/webhooks/{id}', { params: { path: { id }, header: onVersion(of) }, body }),
          );
          toast('The webhook is changed.');
          onSaved();
          onClose();
        }}
        onReload={() => {
          onSaved();
          onClose();
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}

function WebhookForm({
  first,
  action,
  onSave,
  onReload,
  onClose,
}: {
  first: Entered;
  action: string;
  onSave: (entered: Entered) => Promise<void>;
  onReload: () => void;
  onClose: () => void;
}) {
  const [url, setUrl] = useState(first.url);
  const [description, setDescription] = useState(first.description ?? '');
  const [events, setEvents] = useState(first.events);
  const { run, isBusy, error } = useAction(() =>
    onSave({ url: url.trim(), description: description.trim() || null, events }),
  );
  const problemOfEvents = problemOf(error, 'events');
  return (
    <Form onSubmit={() => run()}>
      <TextField
        label="Address"
        type="url"
        value={url}
        onInput={setUrl}
        required
        maxLength={2048}
        placeholder="https://hooks.example.com/sightline"
        hint="It must be reachable from the internet."
        problem={problemOf(error, 'url')}
      />
      <TextField
        label="What it is for"
        value={description}
        onInput={setDescription}
        maxLength={1000}
        problem={problemOf(error, 'description')}
      />
      <fieldset class="stack-small">
        <legend class="small muted">Send a message when</legend>
        {EVENTS.map(([event, words]) => (
          <CheckField
            key={event}
            label={words}
            hint={event}
            checked={events.includes(event)}
            onChange={(checked) =>
              setEvents(checked ? [...events, event] : events.filter((one) => one !== event))
            }
          />
        ))}
        {problemOfEvents !== undefined && (
          <p class="note" data-kind="bad">
            {problemOfEvents}
          </p>
        )}
      </fieldset>
      <ChangeError error={error} fields={['url', 'description', 'events']} onReload={onReload} />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={isBusy} disabled={events.length === 0}>
          {action}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}
