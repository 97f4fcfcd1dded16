import type { ComponentChildren } from 'preact';
import { useAccess } from '../../api/access.ts';
import type { AnswerOf, OperationId, PathOf } from '../../api/client.ts';
import { setParams, useRoute } from '../../state/route.ts';
import { FormDialog, type FormDialogProps } from '../form/form-dialog.tsx';
import type { FormOf } from '../form/form-of.ts';
import type { Act, Ends } from './acts.tsx';

/** A form as it is declared: its operation, its words and its fields. */
interface Declared<Id extends OperationId>
  extends Omit<FormDialogProps<Id>, 'operation' | 'onClose' | 'onDone' | 'children'> {
  fields?: (form: FormOf<Id>) => ComponentChildren;
  /** Replaces loading the list again. */
  onDone?: (answer: AnswerOf<Id>, reload: () => void) => unknown;
}

/**
 * An act whose dialog is a form of its operation, whose path has the row's `id`.
 *
 *     formAct({
 *       label: 'Rename',
 *       operation: 'updateApiKey',
 *       form: { title: 'Rename the key', done: 'The key is renamed.', fields: (form) => <form.Field … /> },
 *     })
 */
export function formAct<Id extends OperationId, Row>({
  form,
  ...act
}: Pick<Act<Row>, 'label' | 'kind' | 'when'> & {
  operation: Id;
  form: Declared<Id> | ((row: Row) => Declared<Id>);
}): Act<Row> & Required<Pick<Act<Row>, 'dialog'>> {
  return {
    ...act,
    dialog: (row, ends) => (
      <DeclaredForm
        operation={act.operation}
        id={(row as { id?: string } | null)?.id}
        form={typeof form === 'function' ? form(row) : form}
        {...ends}
      />
    ),
  };
}

function DeclaredForm<Id extends OperationId>({
  operation,
  id,
  form: { fields, onDone, ...form },
  onDone: reload,
  onClose,
}: Ends & { operation: Id; id: string | undefined; form: Declared<Id> }) {
  return (
    <FormDialog
      operation={operation}
      {...(id === undefined ? {} : { path: { id } as unknown as PathOf<Id> })}
      {...form}
      onDone={(answer) => (onDone ? onDone(answer, reload) : reload())}
      onClose={onClose}
    >
      {(state) => fields?.(state)}
    </FormDialog>
  );
}

/**
 * A form that the address opens, so that other screens lead to it: `?rule=new` creates, `?rule=<id>` edits. Roles
 * that may not do it see nothing.
 * @param others parameters of the address that fill in fields, and go with the dialog
 */
export function AddressedForm<New extends OperationId, Edit extends OperationId>({
  param,
  others = [],
  create,
  edit,
  onDone = () => {},
}: {
  param: string;
  others?: readonly string[];
  create: Declared<New> & { operation: New };
  edit?: Declared<Edit> & { operation: Edit };
  onDone?: () => void;
}) {
  const may = useAccess();
  const named = useRoute().params.get(param);
  // A created thing may lead to its own screen: by then the address is that one's.
  const close = () =>
    new RegExp(`[?&]${param}=`).test(location.hash) &&
    setParams(Object.fromEntries([param, ...others].map((name) => [name, null])));
  const ends = { onDone, onClose: close };
  if (named === 'new')
    return may(create.operation) ? (
      <DeclaredForm operation={create.operation} id={undefined} form={create} {...ends} />
    ) : null;
  if (named === null || !edit || !may(edit.operation)) return null;
  return <DeclaredForm key={named} operation={edit.operation} id={named} form={edit} {...ends} />;
}
