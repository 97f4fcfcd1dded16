import { type Element, element } from '../element.ts';
import { type Look, shapeOf } from './look.ts';

/** A short piece of a series' line. */
export function swatch(look: Look): Element {
  const { color, width, dashes } = look;
  return element(
    'svg',
    {
      class: 'swatch',
      viewBox: '0 0 20 10',
      width: 20,
      height: 10,
      'aria-hidden': 'true',
      style: `color:${color}`,
    },
    element('line', {
      x1: 1,
      x2: 19,
      y1: 5,
      y2: 5,
      stroke: 'currentColor',
      'stroke-width': width,
      'stroke-dasharray': dashes,
      'stroke-linecap': 'round',
    }),
    dashes === undefined &&
      element('path', { d: shapeOf(look, 34), transform: 'translate(10 5)', fill: 'currentColor' }),
  );
}
