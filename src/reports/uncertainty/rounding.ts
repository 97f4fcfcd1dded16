export interface Bounds {
  low: number | null;
  high: number | null;
}

/** Bounds rounded outward to two decimals, so that they contain the estimate however it was rounded. */
export const outward = (low: number, high: number) => ({
  low: Math.floor(low * 100) / 100 + 0,
  high: Math.ceil(high * 100) / 100 + 0,
});
