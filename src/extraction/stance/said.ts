/** The statements about an actor: sums of the weights of praise and of criticism, and the words. */
export interface Said {
  praise: number;
  criticism: number;
  words: string[];
}

/** Below this share, praise and criticism cancel out. */
const BALANCE = 0.25;
/** Less than one mild word is not a stance. */
export const LEAST = 0.15;
/** The weight at which the stance is one half: one plain word of praise scores 75. */
const HALF = 0.5;

export function nothing(): Said {
  return { praise: 0, criticism: 0, words: [] };
}

/** Nothing yet of each actor. */
export function nothingSaid(actors: number): Said[] {
  const said: Said[] = [];
  while (said.length < actors) said.push(nothing());
  return said;
}

export function isSilent({ praise, criticism }: Said): boolean {
  return praise + criticism === 0;
}

/** -1 to 1; null without evidence. */
export function stanceOf({ praise, criticism }: Said): number | null {
  const sum = praise + criticism;
  if (sum < LEAST) return null;
  const tilt = (praise - criticism) / sum;
  const clear = Math.sign(tilt) * Math.max(0, (Math.abs(tilt) - BALANCE) / (1 - BALANCE));
  return (clear * sum) / (sum + HALF);
}
