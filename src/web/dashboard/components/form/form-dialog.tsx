import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { type AnswerOf, isEdit, type OperationId, stored } from '../../api/client.ts';
import { useVersioned } from '../../api/loading.ts';
import { Loaded } from '../card.tsx';
import { ContractForm, type ContractFormProps } from './contract-form.tsx';
import { Dialog } from './dialog.tsx';

export interface FormDialogProps<Id extends OperationId>
  extends Omit<ContractFormProps<Id>, 'onCancel' | 'onReload' | 'isFocused'> {
  title: string;
  size?: 'wide';
  onClose: () => void;
  /** What is shown this once when it is done, instead of the form: a `ShownOnce`. */
  secret?: (answer: AnswerOf<Id>, onClose: () => void) => JSX.Element;
}

/**
 * A dialog that makes one change: fields of an operation's body, with their limits from the contract.
 *
 *     <FormDialog operation="updateApiKey" path={{ id }} title="Rename the key" done="The key is renamed."
 *       onDone={keys.reload} onClose={close}>
 *       {(form) => <form.Field name="name" label="Name" hint="…" />}
 *     </FormDialog>
 *
 * An operation that edits (PATCH) first loads what is stored, begins with it, and changes this version alone; somebody
 * else's change (412) leads to what there is now. Only fields that are shown are sent, so a field that depends on
 * another is shown or not: `{form.value('type') === 'COMPETITOR_CHANGE' && <form.Field … />}`. `Field` chooses the control
 * by the contract, `Custom` takes one of the screen's own, `form.set` changes another field.
 */
export function FormDialog<Id extends OperationId>({
  title,
  size,
  onClose,
  secret,
  ...form
}: FormDialogProps<Id>) {
  const [made, setMade] = useState<{ answer: AnswerOf<Id> } | null>(null);
  const { operation, path, of } = form;
  const loads = of === undefined && isEdit(operation);
  const edited = useVersioned(loads ? [operation, path] : null, () => stored(operation, path));
  if (made && secret) return secret(made.answer, onClose);
  const content = (version: typeof of) => (
    <ContractForm
      key={version?.etag}
      {...form}
      of={version}
      isFocused={loads}
      onReload={edited.reload}
      onCancel={onClose}
      onDone={async (answer) => {
        if (secret) setMade({ answer });
        await form.onDone?.(answer);
        if (!secret) onClose();
      }}
    />
  );
  return (
    <Dialog title={title} {...(size ? { size } : {})} onClose={onClose}>
      {loads ? (
        <Loaded of={edited} height={160}>
          {content}
        </Loaded>
      ) : (
        content(of)
      )}
    </Dialog>
  );
}
