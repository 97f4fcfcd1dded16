import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { messageOf } from '../api/client.ts';
import type { Data } from '../api/loading.ts';
import { Button } from './button.tsx';

/** The head of a screen: its name, what it answers, and what can be done. */
export function ScreenHead({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <div class="screen-head">
      <div>
        <h1>{title}</h1>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions !== undefined && <div class="actions">{actions}</div>}
    </div>
  );
}

export function Card({
  title,
  about,
  actions,
  children,
}: {
  title: string;
  about?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        {actions !== undefined && <div class="actions">{actions}</div>}
        {about !== undefined && <p>{about}</p>}
      </div>
      {children}
    </section>
  );
}

/** Says that there is nothing yet, why, and what to do next. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children?: ComponentChildren;
  action?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children !== undefined && <div>{children}</div>}
      {action}
    </div>
  );
}

/**
 * Shows data when it is there, and until then what is going on: loading, or what went wrong with a way to try again.
 */
export function Loaded<T>({
  of,
  height = 120,
  children,
}: {
  of: Data<T>;
  /** Of what takes its place meanwhile, px. */
  height?: number;
  children: (data: T) => ComponentChildren;
}) {
  if (of.error !== undefined)
    return (
      <div class="note row spread" data-kind="bad" role="alert">
        <span>{messageOf(of.error)}</span>
        <Button size="small" onClick={of.reload}>
          Try again
        </Button>
      </div>
    );
  if (of.data === undefined)
    return (
      <div class="skeleton" style={{ height: `${height}px` }} role="status">
        <span class="visually-hidden">Loading</span>
      </div>
    );
  return <div aria-busy={of.isLoading}>{children(of.data)}</div>;
}

export type BadgeKind = 'good' | 'bad' | 'warn' | 'accent';

export function Badge({
  kind,
  title,
  children,
}: {
  kind?: BadgeKind | undefined;
  title?: string;
  children: ComponentChildren;
}) {
  return (
    <span class="badge" data-kind={kind} title={title}>
      {children}
    </span>
  );
}
