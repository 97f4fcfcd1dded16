/** Case endings and plurals of names, by the name's last letters. All text is folded: ä is a, ł is l, й is и. */
import { FINNISH, HUNGARIAN, MALAY, SLAVIC, TURKISH } from './text-language.ts';

/** The part of a name before the last letters, which endings replace. */
export interface Stem {
  stem: string;
  endings: ReadonlySet<string>;
  languages: number;
}

const set = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const FINNISH_VOWEL = [
  ...'n a ta tta ssa sta lla lta lle ksi na t an en in on un yn hin han hon hen seen ien jen ja'.split(' '),
];
const FINNISH_CONSONANT = 'in ia issa ista illa ilta ille iksi ina iin it ien eja eissa eista eilla'.split(
  ' ',
);
const withClitics = (endings: string[]): ReadonlySet<string> =>
  new Set(
    ['', ...endings]
      .flatMap((ending) => ['', 'kin', 'kaan', 'ko', 'han', 'pa'].map((clitic) => ending + clitic))
      .filter(Boolean),
  );

const AFTER: Record<'vowel' | 'consonant', [number, ReadonlySet<string>][]> = {
  vowel: [
    [FINNISH, withClitics(FINNISH_VOWEL)],
    [
      TURKISH,
      set(
        'nin nun yi yu ni nu ya ye na ne da de nda nde dan den ndan nden la le yla yle lar ler dir dur daki deki ca ce ya yle si su nca nce',
      ),
    ],
    [
      HUNGARIAN,
      set('t nak nek ban ben bol rol tol val vel hoz hez ra re ba be nal nel ig ert k ja je n s rol'),
    ],
    [MALAY, set('nya')],
    [SLAVIC, set('go mu m ego emu ho')],
  ],
  consonant: [
    [FINNISH, withClitics(FINNISH_CONSONANT)],
    [
      TURKISH,
      set(
        'in un i u a e da de ta te dan den tan ten la le lar ler dir dur tir tur daki deki taki teki ca ce',
      ),
    ],
    [
      HUNGARIAN,
      set(
        't at et ot nak nek ban ben bol rol tol al el hoz hez ra re ba be nal nel ig ert on en ok ek ja je',
      ),
    ],
    [MALAY, set('nya')],
    [SLAVIC, set('a u owi em ie ze y i ow om ami ach e ovi um ech iem iego ach ama ima ou ovo ov')],
  ],
};
const CYRILLIC = set('а у ом ем е ы и і ов ев ам ами ах ю ові еві ів ою ът');
const BULGARIAN = set('та то те ът ят т');

/** Endings that replace a last letter. */
const INSTEAD: [ending: string, languages: number, endings: ReadonlySet<string>][] = [
  ['a', SLAVIC, set('y i e u o ou om am ami ach em ama ii ie ze iu')],
  ['ka', SLAVIC, set('ce ci')],
  ['ga', SLAVIC, set('dze ze zi')],
  ['ha', SLAVIC, set('se ze sze')],
  ['ta', SLAVIC, set('cie')],
  ['da', SLAVIC, set('dzie')],
  ['o', SLAVIC, set('a u em ie e om ow ach ami y i')],
  ['e', SLAVIC, set('a u i em')],
  ['ek', SLAVIC, set('ka ku kiem kem kowi ki')],
  ['ec', SLAVIC, set('ca cu cem cowi ce')],
  ['а', SLAVIC, set('ы и і е у ои еи ою ею ам ами ах о')],
  ['ка', SLAVIC, set('ці')],
  ['га', SLAVIC, set('зі')],
  ['ха', SLAVIC, set('сі')],
  ['я', SLAVIC, set('и і ю е еи ею ям ями ях іи ії')],
  ['и', SLAVIC, set('я ю ем е ев єм')],
  ['ь', SLAVIC, set('я ю и і е ем єм еи ью ям ями ях')],
  ['о', SLAVIC, set('а у ом і ем')],
  ['е', SLAVIC, set('я ю ем а у')],
  ['ец', SLAVIC, set('ца цу цем це')],
  ['ок', SLAVIC, set('ка ку ком ке')],
  ['nen', FINNISH, set('sen sta selle sella selta sessa sesta seen sena seksi set')],
  ['s', FINNISH, set('ksen sta kselle ksella kselta ksessa ksesta kseen')],
  ['α', SLAVIC | FINNISH, set('ας')],
];

const LATIN = /[a-z]$/;
const CYRILLIC_LETTER = /[\u0400-\u04ff]$/;
/** Too many longer words begin with a shorter name. */
export const MIN_INFLECTED = 4;
const MIN_STEM = 3;

/** The stems of a folded name that take other endings. */
export function stemsOf(name: string): Stem[] {
  const word = name.slice(Math.max(name.lastIndexOf(' '), name.lastIndexOf('-')) + 1);
  if (word.length < MIN_INFLECTED) return [];
  return INSTEAD.filter(([ending]) => word.endsWith(ending) && word.length - ending.length >= MIN_STEM).map(
    ([ending, languages, endings]) => ({ stem: name.slice(0, -ending.length), languages, endings }),
  );
}

/** Whether letters after a whole folded name are a case ending of these languages. */
export function isCaseEnding(name: string, rest: string, languages: () => number): boolean {
  if (CYRILLIC_LETTER.test(name)) return CYRILLIC.has(rest) || BULGARIAN.has(rest);
  if (!LATIN.test(name)) return false;
  const kind = /[aeiouy]$/.test(name) ? 'vowel' : 'consonant';
  return AFTER[kind].some(([language, endings]) => endings.has(rest) && (language & languages()) !== 0);
}

/** Whether a stem's ending follows. Text with Cyrillic names is always in a language with such endings. */
export function isStemEnding(
  { stem, endings, languages }: Stem,
  rest: string,
  inText: () => number,
): boolean {
  return endings.has(rest) && (CYRILLIC_LETTER.test(stem) || (languages & inText()) !== 0);
}
