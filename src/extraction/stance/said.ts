/** What was said of an actor: sums of the weights of praise and of criticism, and the words. */
export interface Said {
  praise: number;
  criticism: number;
  words: string[];
}

/** Below this share praise and criticism weigh each other out. */
const BALANCE = 0.25;
/** Less than a mild word is no stance. */
const LEAST = 0.15;
/** Weight of half a stance: one plain word of praise scores 75. */
const HALF = 0.5;

export function nothing(): Said {
  return { praise: 0, criticism: 0, words: [] };
}

export function isSilent({ praise, criticism }: Said): boolean {
  return praise + criticism === 0;
}

/** -1 to 1; null where nothing is said. */
export function stanceOf({ praise, criticism }: Said): number | null {
  const sum = praise + criticism;
  if (sum < LEAST) return null;
  const tilt = (praise - criticism) / sum;
  const clear = Math.sign(tilt) * Math.max(0, (Math.abs(tilt) - BALANCE) / (1 - BALANCE));
  return (clear * sum) / (sum + HALF);
}
