/** For how long an old secret works beside the new one: minutes and words. */
export const OVERLAPS: readonly (readonly [string, string])[] = [
  ['0', 'not at all: it ends now'],
  ['60', 'for an hour'],
  ['1440', 'for a day'],
  ['10080', 'for a week'],
];
