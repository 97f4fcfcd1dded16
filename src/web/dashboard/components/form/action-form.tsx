import type { ComponentChildren } from 'preact';
import type { Action } from '../../api/loading.ts';
import { Button } from '../button.tsx';
import { Form, FormError, problemOf } from './form.tsx';

/**
 * Fields that one action sends, why it was refused, and the buttons. For fields of a contract that are not needed before
 * the login there is `ContractForm`.
 */
export function ActionForm({
  of,
  action,
  kind = 'primary',
  isDisabled = false,
  onCancel,
  cancel = 'Cancel',
  beside,
  children,
}: {
  of: Action<[]>;
  /** Words of the button. */
  action: string;
  kind?: 'primary' | 'danger';
  isDisabled?: boolean;
  onCancel?: () => void;
  cancel?: string;
  /** Stands beside the buttons. */
  beside?: ComponentChildren;
  /** @param problem what is wrong with a field, which then shows it */
  children: (problem: (field: string) => string | undefined) => ComponentChildren;
}) {
  const { run, isBusy, error } = of;
  const fields: string[] = [];
  const content = children((field) => {
    fields.push(field);
    return problemOf(error, field);
  });
  return (
    <Form onSubmit={() => run()}>
      {content}
      <FormError error={error} fields={fields} />
      <div class="actions">
        <Button kind={kind} type="submit" isBusy={isBusy} disabled={isDisabled}>
          {action}
        </Button>
        {onCancel && <Button onClick={onCancel}>{cancel}</Button>}
        {beside !== undefined && (
          <span class="small muted" role="status">
            {beside}
          </span>
        )}
      </div>
    </Form>
  );
}
