import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from 'd3-shape';
import type { Series } from './lines.ts';

/** How a series is drawn. Shapes tell series apart without colour. */
export interface Look {
  color: string;
  width: number;
  dashes?: string;
  shape: SymbolType;
}

const COLORS = 8;
const SHAPES = [
  symbolCircle,
  symbolSquare,
  symbolTriangle,
  symbolDiamond,
  symbolCross,
  symbolStar,
  symbolWye,
] as const;

/** The colour of the series at an index; the own brand is at 0. */
export const seriesColor = (at: number): number => (at % COLORS) + 1;

/** The looks of series in their order. A series keeps its look when another is hidden. */
export function looksOf(series: readonly Series[]): Look[] {
  let count = 0;
  return series.map(({ kind = 'other' }) => {
    if (kind === 'before') return { color: 'var(--muted)', width: 1.5, dashes: '1 4', shape: symbolCircle };
    const look = {
      color: `var(--series-${seriesColor(count)})`,
      width: kind === 'own' ? 2.6 : 1.7,
      shape: SHAPES[count % SHAPES.length] ?? symbolCircle,
    };
    count += 1;
    return look;
  });
}

/** The outline of a series' shape around 0, 0. @param size its area, px² */
export function shapeOf({ shape }: Look, size = 42): string {
  return symbol(shape, size)() ?? '';
}
