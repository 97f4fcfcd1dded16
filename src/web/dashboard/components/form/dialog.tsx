import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useAction } from '../../api/loading.ts';
import { Button } from '../button.tsx';
import { FormError } from './form.tsx';

/**
 * A modal dialog; the browser keeps the focus in it and closes it by Escape. Shown while it is drawn. The focus then
 * goes back to what opened it, or to the content where that is gone.
 */
export function Dialog({
  title,
  size,
  isCovering = false,
  isHeld = false,
  onClose,
  children,
}: {
  title: string;
  size?: 'wide';
  /** Whether it hides what is behind it. */
  isCovering?: boolean;
  /** Whether only a button in it closes it: not Escape, nor the browser's way back on a phone. */
  isHeld?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
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
      // The event comes late: by then another dialog may be open. A browser may also close it without asking first.
      onClose={() => {
        if (isHeld) dialog.current?.showModal();
        else if (dialog.current) onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        if (!isHeld) onClose();
      }}
      onKeyDown={(event) => {
        // A second Escape in a row would close it without the event that can be prevented.
        if (isHeld && event.key === 'Escape') event.preventDefault();
      }}
    >
      <div class="dialog-head">
        <h2 id={id} dir="auto">
          {title}
        </h2>
        {!isHeld && (
          <Button kind="plain" size="small" onClick={onClose} aria-label="Close">
            ✕
          </Button>
        )}
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
  kind = 'danger',
  onConfirm,
  onClose,
}: {
  title: string;
  children: ComponentChildren;
  action: string;
  kind?: 'primary' | 'danger';
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
            kind={kind}
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
