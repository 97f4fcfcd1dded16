import { changeByChance, changeOf, errorByLikeness, lackOf } from './changes.ts';
import { FORMER_METHOD } from './former-method.ts';
import { meanInterval, shareInterval } from './levels.ts';
import type { Method } from './method.ts';

type MethodVersion = 1 | 2 | 3;
export const CURRENT_METHOD = 3 satisfies MethodVersion;

const CURRENT: Method = { usesDays: true, shareInterval, meanInterval, changeOf, lackOf, changeByChance };
const METHODS: Readonly<Record<MethodVersion, Method>> = {
  1: FORMER_METHOD,
  2: {
    ...CURRENT,
    changeOf: (sums, scale) => changeOf(sums, scale, errorByLikeness),
    changeByChance: (sums, scale) => changeByChance(sums, scale, errorByLikeness),
  },
  3: CURRENT,
};

/** @throws Error for a version that this program does not know */
export function methodOf(version: number): Method {
  const method = METHODS[version as MethodVersion];
  if (method === undefined) throw new Error(`There is no method ${version} of bounds and verdicts.`);
  return method;
}
