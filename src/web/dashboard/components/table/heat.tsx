import type { ComponentChildren } from 'preact';
import { formatPercent } from '../../../../presentation/numbers.ts';
import { tipOf } from '../tip.tsx';

/** Shades of the scale, `--heat-0` (none) to `--heat-6`. */
const STEPS = 6;

/** The shade of a share in percent; 0 is kept for none at all. */
export function heatStep(value: number): number {
  return value <= 0 ? 0 : Math.min(STEPS, Math.ceil((value / 100) * STEPS));
}

/** A share in percent as a shaded cell of a table: one number, with more on hover and focus. */
export function HeatCell({
  value,
  label,
  href,
  detail,
  children,
}: {
  /** Null where there are no answers. */
  value: number | null;
  /** What the number is of, for those who do not see the row and column, with the detail in words. */
  label: string;
  /** Leads to the answers behind it. */
  href?: string | undefined;
  detail?: () => ComponentChildren;
  /** Shown below the number, such as a verdict. */
  children?: ComponentChildren;
}) {
  if (value === null)
    return (
      <span class="heat" data-step="none" title="No answers">
        –
      </span>
    );
  const about = { class: 'heat', 'data-step': heatStep(value), ...(detail && tipOf(detail)) };
  const content = (
    <>
      {formatPercent(value)}
      {children}
    </>
  );
  // A link has a name of its own: half as many nodes in a table of thousands of cells. What is below the number belongs
  // to the name, and then stands in it as it is.
  if (href !== undefined && children == null)
    return (
      <a {...about} href={href} aria-label={`${formatPercent(value)} ${label}`}>
        {content}
      </a>
    );
  const whole = (
    <>
      {content}
      <span class="visually-hidden"> {label}</span>
    </>
  );
  if (href === undefined) return <span {...about}>{whole}</span>;
  return (
    <a {...about} href={href}>
      {whole}
    </a>
  );
}
