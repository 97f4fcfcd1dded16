import { autoUpdate, computePosition, flip, offset, shift, size } from '@floating-ui/dom';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../../../presentation/numbers.ts';

/** So many are drawn at a time; typing narrows the rest. */
const MOST_SHOWN = 100;

export interface Option {
  value: string;
  name: string;
}

interface Props {
  label: string;
  /** Text of the chosen option. */
  value: string;
  options: readonly Option[];
  /** Stands where the value is of no option. */
  unknown: string;
  onChoose: (value: string) => void;
}

/** One of many by its name: a text field with a list below it, as the combobox pattern of ARIA has it. */
export function Picker(props: Props) {
  const { label, value, unknown } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { typed, found, active, chosen, open, close, choose, type, onKey } = usePicking(props);
  const shown = found.slice(0, MOST_SHOWN);
  const isOpen = typed !== null;
  return (
    <div class="picker" title={chosen?.name ?? unknown}>
      <input
        ref={input}
        class="select"
        role="combobox"
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && shown.length > 0 ? `${id}-${active}` : undefined}
        placeholder={chosen?.name ?? unknown}
        value={typed ?? chosen?.name ?? unknown}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onClick={open}
        onKeyDown={onKey}
        onBlur={close}
      />
      {isOpen && (
        <List id={`${id}-list`} label={label} anchor={input.current} active={`${id}-${active}`}>
          {shown.map((option, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field, which keeps the focus
            // biome-ignore lint/a11y/useFocusableInteractive: the text field names the active one
            <div
              key={option.value}
              id={`${id}-${at}`}
              role="option"
              dir="auto"
              aria-selected={option.value === value}
              data-active={at === active ? '' : undefined}
              onClick={() => choose(option)}
            >
              {option.name}
            </div>
          ))}
          {found.length !== shown.length && (
            <p class="small muted">{formatCount(found.length - shown.length)} more: type to narrow them.</p>
          )}
          {found.length === 0 && <p class="small muted">No name has these letters.</p>}
        </List>
      )}
    </div>
  );
}

/** What is typed, found and active in an open list; what is typed is null while it is closed. */
function usePicking({ value, options, onChoose }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const folded = useMemo(() => options.map(({ name }) => fold(name)), [options]);
  const found = useMemo(() => {
    const wanted = fold(typed ?? '');
    return typed === null ? [] : options.filter((_, at) => folded[at]?.includes(wanted));
  }, [typed, folded]);
  const last = Math.min(found.length, MOST_SHOWN) - 1;
  const open = () => {
    if (typed !== null) return;
    setTyped('');
    setActive(
      Math.max(
        0,
        options.slice(0, MOST_SHOWN).findIndex((option) => option.value === value),
      ),
    );
  };
  const close = () => setTyped(null);
  const choose = (option: Option | undefined) => {
    close();
    if (option && option.value !== value) onChoose(option.value);
  };
  const type = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    const isOpen = typed !== null;
    if (step === undefined && (!isOpen || (event.key !== 'Enter' && event.key !== 'Escape'))) return;
    event.preventDefault();
    if (step !== undefined && isOpen) setActive(Math.max(0, Math.min(last, active + step)));
    else if (step !== undefined) open();
    else if (event.key === 'Enter') choose(found[active]);
    else close();
  };
  const chosen = options.find((option) => option.value === value);
  return { typed, found, active, chosen, open, close, choose, type, onKey };
}

/** The list below a field, in the top layer: no card or dialog cuts it off. */
function List({
  id,
  label,
  anchor,
  active,
  children,
}: {
  id: string;
  label: string;
  anchor: HTMLInputElement | null;
  active: string;
  children: ComponentChildren;
}) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = list.current;
    if (!box || !anchor) return;
    box.showPopover();
    const place = async () => {
      const { x, y } = await computePosition(anchor, box, {
        strategy: 'fixed',
        placement: 'bottom-start',
        middleware: [
          offset(4),
          flip(),
          shift({ padding: 8 }),
          size({
            padding: 8,
            apply({ availableHeight }) {
              box.style.maxHeight = `${Math.min(360, Math.max(120, availableHeight))}px`;
            },
          }),
        ],
      });
      Object.assign(box.style, { left: `${x}px`, top: `${y}px`, minWidth: `${anchor.offsetWidth}px` });
    };
    return autoUpdate(anchor, box, () => void place());
  }, [anchor]);
  useLayoutEffect(() => document.getElementById(active)?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <div
      ref={list}
      id={id}
      class="picker-list"
      popover="manual"
      role="listbox"
      aria-label={label}
      // The text field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  );
}

/** Without case and accents, as people type names. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
