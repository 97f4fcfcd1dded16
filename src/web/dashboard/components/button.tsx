import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccess } from '../api/access.ts';
import type { OperationId } from '../api/client.ts';

type Kind = 'plain' | 'primary' | 'danger';

interface Props extends Omit<JSX.IntrinsicElements['button'], 'size' | 'children'> {
  kind?: Kind;
  size?: 'small';
  isBusy?: boolean;
  children: ComponentChildren;
}

export function Button({ kind, size, isBusy = false, children, type = 'button', disabled, ...rest }: Props) {
  return (
    <button
      class="button"
      data-kind={kind}
      data-size={size}
      type={type}
      disabled={isBusy || disabled === true}
      aria-busy={isBusy}
      {...rest}
    >
      {children}
    </button>
  );
}

/** A link that looks like a button: it leads to another view, a button does something. */
export function LinkButton({
  kind,
  size,
  href,
  needs = 'getMe',
  children,
}: {
  kind?: Kind;
  size?: 'small';
  href: string;
  /** Hidden from roles that may not call this operation. */
  needs?: OperationId;
  children: ComponentChildren;
}) {
  if (!useAccess()(needs)) return null;
  return (
    <a class="button" data-kind={kind} data-size={size} href={href}>
      {children}
    </a>
  );
}

/** Copies a text. Where the browser allows no access to the clipboard (plain HTTP on a LAN) it selects the text. */
export function CopyButton({
  text,
  label = 'Copy',
  onCopied,
}: {
  text: string;
  label?: string;
  onCopied?: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // Without HTTPS there is no clipboard, and a person may forbid it.
    await Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).catch(() =>
      copyBySelection(text),
    );
    setCopied(true);
    onCopied?.();
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
  );
}

function copyBySelection(text: string): void {
  const area = document.createElement('textarea');
  area.value = text;
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
