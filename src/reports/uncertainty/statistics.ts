import { gammaln } from 'simple-statistics';

/** Terms below this fraction of a sum no longer change it. */
const NEGLIGIBLE = 1e-13;
const MOST_QUANTILES = 10_000;

/** The probability that Student's t with `df` degrees of freedom is `t` or more. */
export function studentUpper(t: number, df: number): number {
  if (Number.isNaN(t) || df <= 0) return 1;
  if (!Number.isFinite(t)) return t > 0 ? 0 : 1;
  const half = incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2;
  return t >= 0 ? half : 1 - half;
}

const quantiles = new Map<string, number>();

/**
 * The t that Student's t with `df` degrees of freedom exceeds with probability `upper` (0 < upper < 0.5). For t ≥ 0 the
 * upper tail falls and is convex, so Newton's steps from 0 never pass the root. Results are cached: reports use few
 * values, often.
 */
export function studentQuantile(upper: number, df: number): number {
  const key = `${upper} ${df}`;
  let t = quantiles.get(key);
  if (t !== undefined) return t;
  const peak = Math.exp(gammaln((df + 1) / 2) - gammaln(df / 2)) / Math.sqrt(df * Math.PI);
  t = 0;
  for (let round = 0; round < 100; round += 1) {
    const density = peak * Math.exp((-(df + 1) / 2) * Math.log1p((t * t) / df));
    const step = (studentUpper(t, df) - upper) / density;
    t += step;
    if (Math.abs(step) <= 1e-12 * t) break;
  }
  if (quantiles.size >= MOST_QUANTILES) quantiles.clear();
  quantiles.set(key, t);
  return t;
}

/** The regularised incomplete beta function, by Lentz's continued fraction (Numerical Recipes 6.4). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(
    gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log1p(-x) - Math.log(a),
  );
  const TINY = 1e-300;
  const away = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 300; m += 1) {
    for (const step of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / away(1 + step * d);
      c = away(1 + step / c);
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < NEGLIGIBLE) break;
  }
  return front * fraction;
}
