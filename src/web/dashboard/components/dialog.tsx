import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useAction } from '../api/use-data.ts';
import { Button } from './button.tsx';
import { FormError } from './form.tsx';

/**
 * A modal dialog; the browser keeps the focus in it and closes it by Escape. Shown while it is drawn. The focus then
 * goes back to what opened it, or to the content where that is gone.
 */
export function Dialog({
  title,
  size,
  isCovering = false,
  onClose,
  children,
}: {
  title: string;
  size?: 'wide';
  /** Whether it hides what is behind it. */
  isCovering?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    const opener = document.activeElement;
    shown?.showModal();
    // A form begins at its first field; what only asks begins at its way out.
    shown?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)')?.focus();
    return () => {
      shown?.close();
      const isKept = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
      (isKept ? opener : document.getElementById('content'))?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      data-size={size}
      data-covering={isCovering ? '' : undefined}
      aria-labelledby={id}
      // It is told of its end late: by then another dialog may be open.
      onClose={() => dialog.current && onClose()}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="plain" size="small" onClick={onClose} aria-label="Close">
          ✕
        </Button>
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

/** Asks before something that cannot be taken back. @param action its words on the button, such as 'Delete' */
export function Confirm({
  title,
  children,
  action,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ComponentChildren;
  action: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { run, isBusy, error } = useAction(onConfirm);
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="form">
        <div>{children}</div>
        <FormError error={error} />
        <div class="actions">
          <Button
            kind="danger"
            isBusy={isBusy}
            onClick={async () => {
              if (await run()) onClose();
            }}
          >
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
