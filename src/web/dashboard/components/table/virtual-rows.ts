import {
  defaultRangeExtractor,
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  type Range,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

/** Rows drawn above and below what is seen. */
const OVERSCAN = 4;
/** Another height than expected, px, from which on the places of all rows are reckoned anew. */
const NOTICED = 3;

/** Height of a row, px, before one was drawn. */
const FIRST_HEIGHT = 45;

interface Options {
  /** The keys of all rows, in their order. */
  keys: readonly string[];
  /** Changes with what all rows are as high as, such as the density. */
  look: string;
  /** False draws all rows. */
  isOn: boolean;
}

/**
 * Which rows of a scrolling table are drawn: those that are seen and some around them. The row that has the focus stays,
 * with its neighbours, so that the keyboard goes on from where it was.
 */
export function useVirtualRows(box: RefObject<HTMLElement | null>, { keys, look, isOn }: Options) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const focused = useRef<number | null>(null);
  const height = useRef(FIRST_HEIGHT);
  const options = {
    count: keys.length,
    enabled: isOn,
    getScrollElement: () => box.current,
    estimateSize: () => height.current,
    getItemKey: (at: number) => keys[at] as string,
    overscan: OVERSCAN,
    // Before the box has been measured.
    initialRect: { width: 0, height: 800 },
    rangeExtractor: (range: Range) => withFocused(range, focused.current),
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    measureElement,
    onChange: () => redraw(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  // Rows that are not drawn are expected to be as high as those that are: a wrong guess moves what is read.
  useLayoutEffect(() => {
    const seen = isOn ? meanHeight(box.current) : null;
    if (seen === null || Math.abs(seen - height.current) < NOTICED) return;
    height.current = seen;
    virtualizer.measure();
    redraw(undefined);
  }, [look, isOn, keys]);
  const items: readonly Pick<VirtualItem, 'index' | 'start' | 'end'>[] = virtualizer.getVirtualItems();
  return {
    items,
    total: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    onFocusIn: useCallback((event: FocusEvent) => {
      const row = (event.target as Element).closest<HTMLElement>('[data-index]');
      focused.current = row === null ? null : Number(row.dataset['index']);
    }, []),
  };
}

function withFocused(range: Range, focused: number | null): number[] {
  const seen = defaultRangeExtractor(range);
  if (focused === null) return seen;
  const kept = [focused - 1, focused, focused + 1].filter((at) => at >= 0 && at < range.count);
  return [...new Set([...seen, ...kept])].sort((one, other) => one - other);
}

function meanHeight(box: HTMLElement | null): number | null {
  const rows = [...(box?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])];
  if (rows.length === 0) return null;
  return Math.round(rows.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0) / rows.length);
}
