import { computePosition, flip, offset, shift, type VirtualElement } from '@floating-ui/dom';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Store, useStore } from '../state/store.ts';

interface Shown {
  /** An element, or a point such as the pointer's. */
  anchor: Element | VirtualElement;
  content: ComponentChildren;
}

/** One tip is shown at a time, by one layer: a table of thousands of cells needs no hidden tip for each. */
const shown = new Store<Shown | null>(null);

export function showTip(anchor: Element | VirtualElement, content: ComponentChildren): void {
  shown.set({ anchor, content });
}

export function hideTip(): void {
  shown.set(null);
}

/**
 * Attributes of an element that shows more about itself on hover and focus. What the tip says must also be in the
 * element's accessible name or text: the layer is hidden from screen readers.
 */
export function tipOf(content: () => ComponentChildren) {
  const show = (event: Event) => showTip(event.currentTarget as Element, content());
  return { onPointerEnter: show, onPointerLeave: hideTip, onFocus: show, onBlur: hideTip };
}

/** The layer that tips are drawn in. It stands once in the page. */
export function TipLayer() {
  const tip = useStore(shown);
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = layer.current;
    if (!tip || !box) return;
    // The top layer: a tip of a dialog lies above it.
    box.showPopover();
    let isCurrent = true;
    const middleware = [offset(8), flip(), shift({ padding: 8 })];
    void computePosition(tip.anchor, box, { strategy: 'fixed', placement: 'top', middleware }).then(
      ({ x, y }) => {
        if (isCurrent) Object.assign(box.style, { left: `${x}px`, top: `${y}px` });
      },
    );
    return () => {
      isCurrent = false;
      box.hidePopover();
    };
  }, [tip]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hideTip();
    addEventListener('keydown', onKey);
    addEventListener('hashchange', hideTip);
    addEventListener('scroll', hideTip, true);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('hashchange', hideTip);
      removeEventListener('scroll', hideTip, true);
    };
  }, []);
  return (
    <div ref={layer} class="tip" popover="manual" aria-hidden="true">
      {tip?.content}
    </div>
  );
}
