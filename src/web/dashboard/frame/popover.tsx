import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../icons/icon.tsx';

/** A button that opens a panel below it. Escape, and a click elsewhere, close it. */
export function Popover({
  icon,
  label,
  isAtEnd = false,
  isLate = false,
  children,
}: {
  icon?: IconName;
  label: ComponentChildren;
  isAtEnd?: boolean;
  /** Whether its panel is made when it is first opened. */
  isLate?: boolean;
  children: ComponentChildren;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isMade, setMade] = useState(!isLate);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current;
      if (!menu?.open) return;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isOutside = event instanceof PointerEvent && !menu.contains(event.target as Node);
      if (!isEscape && !isOutside) return;
      menu.open = false;
      if (isEscape) menu.querySelector('summary')?.focus();
    };
    addEventListener('keydown', close);
    addEventListener('pointerdown', close);
    return () => {
      removeEventListener('keydown', close);
      removeEventListener('pointerdown', close);
    };
  }, []);
  return (
    <details ref={details} class={`menu${isAtEnd ? ' at-end' : ''}`} onToggle={() => setMade(true)}>
      <summary class="button">
        {icon && <Icon name={icon} />}
        {label}
        <span class="caret" aria-hidden="true" />
      </summary>
      <div class="menu-panel">{isMade && children}</div>
    </details>
  );
}
