import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { type AnswerOf, call, type OperationId, type PathOf } from '../../api/client.ts';
import { useAction } from '../../api/loading.ts';
import { Button, LinkButton } from '../button.tsx';
import { ChangeError } from '../form/change-error.tsx';
import { Confirm } from '../form/dialog.tsx';
import { toast } from '../toast.tsx';

/** How a dialog ends: closed, or with something changed, which is then loaded again. */
export interface Ends {
  onClose: () => void;
  onDone: () => void;
}

/**
 * Something that can be done with a row of a list, or with what a page is about: a button, and what it leads to. With
 * neither `dialog`, `run` nor `link` it calls the operation on the row's `id`; `confirm` asks before that.
 */
export interface Act<Row> {
  label: string | ((row: Row) => string);
  /** Whoever may not call it is not offered it. */
  operation: OperationId;
  kind?: 'primary' | 'danger' | undefined;
  /** Whether the row allows it; otherwise always. */
  when?: (row: Row) => boolean;
  confirm?: (row: Row) => { title: string; action: string; text: ComponentChildren };
  dialog?: (row: Row, ends: Ends) => JSX.Element;
  run?: (row: Row) => Promise<unknown>;
  link?: (row: Row) => string;
  /** What is said when it is done. */
  done?: string | ((row: Row) => string);
  /** What follows it, instead of loading again: such as where the row is gone. */
  after?: (row: Row) => void;
}

/** What can be done with rows: the buttons of one, and the dialog that is open or the error of what was tried. */
export function useActs<Row>(acts: readonly Act<Row>[], onDone: () => void) {
  const may = useAccess();
  const allowed = acts.filter(({ operation }) => may(operation));
  const [open, setOpen] = useState<{ act: Act<Row>; row: Row } | null>(null);
  const close = () => setOpen(null);
  const perform = async ({ operation, run = byId(operation), done, after = onDone }: Act<Row>, row: Row) => {
    await run(row);
    if (done !== undefined) toast(typeof done === 'string' ? done : done(row));
    after(row);
  };
  const direct = useAction(perform);
  const buttons = (row: Row, { size, name }: { size?: 'small'; name?: string } = {}) =>
    allowed
      .filter(({ when }) => when?.(row) ?? true)
      .map((act) => {
        const text = typeof act.label === 'string' ? act.label : act.label(row);
        const shown = {
          ...(act.kind ? { kind: act.kind } : {}),
          ...(size ? { size } : {}),
          ...(name === undefined ? {} : { 'aria-label': `${text} ${name}` }),
        };
        if (act.link)
          return (
            <LinkButton key={text} {...shown} href={act.link(row)}>
              {text}
            </LinkButton>
          );
        const asks = act.dialog ?? act.confirm;
        return (
          <Button
            key={text}
            {...shown}
            isBusy={!asks && direct.isBusy}
            onClick={() => (asks ? setOpen({ act, row }) : void direct.run(act, row))}
          >
            {text}
          </Button>
        );
      });
  return {
    allowed,
    buttons,
    error: direct.error === undefined ? null : <ChangeError error={direct.error} onReload={onDone} />,
    dialog: open && <Opened {...open} onClose={close} onDone={onDone} perform={perform} />,
  };
}

function Opened<Row>({
  act,
  row,
  perform,
  ...ends
}: Ends & { act: Act<Row>; row: Row; perform: (act: Act<Row>, row: Row) => Promise<void> }) {
  if (act.dialog) return act.dialog(row, ends);
  if (!act.confirm) return null;
  const { title, action, text } = act.confirm(row);
  return (
    <Confirm
      title={title}
      action={action}
      kind={act.kind === 'danger' ? 'danger' : 'primary'}
      onConfirm={() => perform(act, row)}
      onClose={ends.onClose}
    >
      {text}
    </Confirm>
  );
}

/** What can be done with what a page is about. */
export function Acts<Row>({
  acts,
  on,
  size,
  onDone = () => {},
}: {
  acts: readonly Act<Row>[];
  on: Row;
  size?: 'small';
  onDone?: () => void;
}) {
  const { buttons, error, dialog } = useActs(acts, onDone);
  return (
    <>
      {buttons(on, size ? { size } : {})}
      {error}
      {dialog}
    </>
  );
}

const byId =
  <Id extends OperationId>(operation: Id) =>
  (row: unknown): Promise<AnswerOf<Id>> =>
    call(operation, { path: { id: (row as { id: string }).id } as unknown as PathOf<Id> });
