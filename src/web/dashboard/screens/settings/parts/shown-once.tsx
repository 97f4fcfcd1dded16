import type { ComponentChildren } from 'preact';
import { Button, CopyButton } from '../../../components/button.tsx';

/** A secret that the server shows this once, with a way to copy it. */
export function ShownOnce({
  label,
  value,
  children,
}: {
  label: string;
  value: string;
  /** What it is for and how to keep it. */
  children: ComponentChildren;
}) {
  return (
    <div class="stack-small">
      <p class="note" data-kind="warn">
        {children}
      </p>
      <Copied label={label} value={value} />
    </div>
  );
}

/** Ends a dialog that shows a secret this once. */
export function HaveCopied({ onClose }: { onClose: () => void }) {
  return (
    <div>
      <Button kind="primary" onClick={onClose}>
        I have copied it
      </Button>
    </div>
  );
}

/** A text to take elsewhere. */
export function Copied({ label, value }: { label: string; value: string }) {
  return (
    <div class="stack-small">
      <strong class="small">{label}</strong>
      <div class="settings-copied">
        <pre>{value}</pre>
        <CopyButton text={value} />
      </div>
    </div>
  );
}
