import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button, CopyButton } from './button.tsx';
import { Dialog } from './form/dialog.tsx';

/**
 * A secret that the server shows this once. Until it is copied, Escape does not close the dialog, and a click beside it
 * neither: the button does, by its words.
 */
export function ShownOnce({
  title,
  label,
  value,
  about,
  onClose,
  children,
}: {
  title: string;
  label: string;
  value: string;
  /** What it is for and how to keep it. */
  about: ComponentChildren;
  onClose: () => void;
  children?: ComponentChildren;
}) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog title={title} size="wide" isHeld={!isCopied} onClose={onClose}>
      {/* A selection that is copied by the keyboard counts as well as the button. */}
      <div class="stack" onCopy={() => setCopied(true)}>
        <div class="stack-small">
          <p class="note" data-kind="warn">
            {about}
          </p>
          <Copied label={label} value={value} onCopied={() => setCopied(true)} />
        </div>
        {children}
        <div>
          <Button kind="primary" onClick={onClose}>
            I have copied it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** A text to take elsewhere. */
export function Copied({ label, value, onCopied }: { label: string; value: string; onCopied?: () => void }) {
  return (
    <div class="stack-small">
      <strong class="small">{label}</strong>
      <div class="copied">
        <pre>{value}</pre>
        <CopyButton text={value} {...(onCopied ? { onCopied } : {})} />
      </div>
    </div>
  );
}
