/** The evidence in one line on whether an ordinary English word is a name. Each rule is one kind of evidence. */
import { isCommonWord } from './case-sensitivity.ts';
import {
  ADVERBS_AFTER,
  AFTER_HYPHEN,
  AFTER_VERB,
  AND_OTHERS,
  APPOSITIVES,
  BEFORE_BRAND,
  BEFORE_COMMA,
  BRAND_NOUNS,
  BRAND_TALK,
  DETERMINERS,
  DOES_AS_STUFF,
  FIRST_BEFORE_BRAND,
  FIRST_NAMES,
  GIVEN_WORDS,
  NAMESAKES,
  NEUTRAL_ADJECTIVES,
  NOUN_COMPOUNDS,
  OTHER_PROPER,
  PREPOSITION,
  SAID_OF_BRANDS,
  SAID_OF_NAMESAKES,
  SAID_OF_THINGS,
  SETS_LIMITS,
  STUFF,
  TEMPORAL,
  VERBS,
} from './sense-words.ts';

/** Verdicts on a match: above 0 it is a name. The rest of the answer may override the likely ones. */
export const NAME = 2;
export const LIKELY_NAME = 1;
export const LIKELY_WORD = -1;
/** A word, unless the same word is a name elsewhere in the answer. */
export const UNLIKELY_NAME = -1.5;
export const WORD = -2;

export interface Context {
  /** The name as it stands in the text. */
  own: string;
  /** The line before and after it, at most NEAR characters. */
  before: string;
  after: string;
  /** Whether it is in a list, directly beside other known names. */
  isListed: boolean;
  /** Whether it is compared with another known name that follows in its sentence. */
  isCompared: () => boolean;
}

const CAPITAL = /^\p{Lu}/u;
export const isCapital = (word: string) => CAPITAL.test(word);
export const bare = (word: string) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+]+$/gu, '');

/** The text before and after a word of a line. */
interface Sides {
  previous: string;
  previousRaw: string;
  /** The preceding words of its sentence. */
  before: string[];
  earlier: string[];
  /** Whether exactly one word of the sentence precedes it. */
  isSecond: boolean;
  next: string;
  nextRaw: string;
  later: string;
  isFirst: boolean;
  isLast: boolean;
}

/** The last word of joined text. Lists of products often lose their spaces. */
const GLUED = /[\d)](\p{Lu}\p{Ll}[\p{L}'’]*)$/u;

function readSides({ before, after }: Context): Sides {
  const words = before.trimEnd().split(/\s+/).filter(Boolean);
  const isApart = before === '' || /[\s"'“‘([/*•>|]$/.test(before);
  const previousRaw = isApart && /\s$/.test(before) ? (words.at(-1) ?? '') : '';
  const [first = '', second = ''] = after.startsWith(' ') ? after.trimStart().split(/\s+/, 2) : [];
  const sentence = words.slice(words.findLastIndex((word) => /[.!?:]["'”’)]*$/.test(word)) + 1);
  return {
    before: sentence.slice(-4),
    isSecond: sentence.length === 1,
    previousRaw,
    previous: GLUED.exec(previousRaw)?.[1] ?? bare(previousRaw),
    earlier: words.slice(-4, -1).map(bare),
    nextRaw: first,
    next: bare(first),
    later: bare(second),
    isFirst: /(?:^|[.!?。…] ?["'”’)]*)[\s"'“‘([*•>–—-]*$/.test(before) || /^[\s\d.)#*•–-]*$/.test(before),
    isLast: /^[\s"'”’)\]*]*(?:[.!?…]|$)/.test(after),
  };
}

/** The verdict on a common word that matches a name. */
export function verdictOnWord(context: Context, name: string, isEnglish: boolean): number {
  const { own, after, isListed } = context;
  const word = own.replace(/['’]s$/, '').toLowerCase();
  const isMarked = name !== name.toLowerCase();
  const sides = readSides(context);
  if (isNumber(sides)) return WORD;
  if (isListed && (own !== own.toLowerCase() || !isMarked)) return NAME;
  if (isMarked && own === own.toLowerCase()) return WORD;
  if (AFTER_HYPHEN.test(after)) return LIKELY_NAME;
  // "Orange-ul", "Shell-nél": a case ending.
  if (!isEnglish && /^-\p{Ll}{1,4}(?!\p{L})/u.test(after)) return NAME;
  if (/^-[\p{L}\p{N}]/u.test(after))
    return /^-(?:\p{Lu}|\d)/u.test(after) && !isTitle(context) ? LIKELY_NAME : WORD;
  if (own === own.toUpperCase() && own.length > 1 && name !== name.toUpperCase())
    return isTalk(context) ? LIKELY_NAME : WORD;
  // "Sonix Rev – fast transcripts": an entry of a list that lost its line end, if the word is a name elsewhere.
  if ((isEnglish || !isBesideOther(context, sides)) && isPartOfName(sides, word))
    return /^ [–—(/|]/.test(after) ? UNLIKELY_NAME : WORD;
  if (/^['’]s?(?:$|[^\p{L}])/u.test(after))
    return !TEMPORAL.has(word) || BRAND_NOUNS.has(bare(after.split(' ')[1] ?? '')) ? NAME : WORD;
  if (!isEnglish) return OTHER_DETERMINERS.test(sides.previous) ? WORD : NAME;
  if (isTitle(context)) return verdictInTitle(context, sides, word);
  if (NAMESAKES.has(name) && isNamesake(context, name)) return WORD;
  const verdict = (sides.isFirst ? verdictAtHead : verdictInside)(context, sides, word);
  return verdict < 0 && isCapital(own) && context.isCompared() ? NAME : verdict;
}

/** Capitalised words of other languages that are not part of the name after them: "Chez Free", "Firma Apple". */
const BEFORE_OTHER =
  /^(?:chez|avec|pour|sur|selon|les?|la|los|las|el|il|lo|gli|con|de|en|para|por|según|da|di|secondo|no|na|em|com|um|uma|os?|as|bei|mit|von|für|auf|laut|der|die|das|dem|den|und|auch|nur|wie|deutschen?|met|voor|van|bij|volgens|het|ook|med|hos|från|enligt|och|det)$/i;
const KIND_BEFORE =
  /(?:firma|marke|hersteller|unternehmen|konzern|anbieter|magazin|bank|händler|riese|kette|plattform|app|verlag|gruppe|zeitung|dienst)n?s? ["„]?$/i;

function isBesideOther({ before }: Context, { previous }: Sides): boolean {
  return BEFORE_OTHER.test(previous) || KIND_BEFORE.test(before);
}

/** Articles of languages that capitalise nouns, or the first word after them. */
const OTHER_DETERMINERS =
  /^(?:der|die|das|dem|den|des|ein|eine|einen|einem|einer|jeder|dieser|diese|dieses|kein|keine)$/i;

/** "9 Bar": a number that is not a year directly precedes it. */
function isNumber({ previousRaw, earlier, isFirst, next }: Sides): boolean {
  if (isFirst || !/^[^\p{L}]*\d[\d.,]*$/u.test(previousRaw) || /[,;:]$/.test(previousRaw)) return false;
  if (!/^(?:19|20)\d\d$/.test(previousRaw)) return true;
  return !(/^(?:in|since|by|of|until|for)$/i.test(earlier.at(-1) ?? '') || isCapital(next));
}

/** Capitalised words in a list of products, before the maker's name: "Restored Apple MacBook". */
const MODIFIERS =
  /^(?:restored|refurbished|renewed|used|(?:wo)?men['’]s|kids['’]?|unisex|latest|first|best|top|popular|other|the|each|every|all)$/i;

/** "Marie Curie", "Theragun Prime", "17 Pro Max", "Orange County", "Max Planck". */
function isPartOfName(
  { previous, previousRaw, isSecond, next, nextRaw, isFirst }: Sides,
  word: string,
): boolean {
  const isJoined = previousRaw !== '' && !/[,;:.!?)"”$€£]$/.test(previousRaw);
  const isModel = /\p{L}\p{Lu}|\p{L}\d/u.test(next) || (isCapital(next) && !isPlainWord(next));
  // "Luggage Away The Bigger Carry-On": a heading that lost its line end, before a product called "The …".
  const isProduct = nextRaw === 'The' && BRAND_NOUNS.has(previous.toLowerCase());
  if (!isFirst && isJoined && !isProduct && /^[\p{Lu}\d]/u.test(previous)) {
    const lower = previous.toLowerCase();
    const isCommon = isCommonWord(lower) && !FIRST_NAMES.has(lower);
    const isPlain =
      FIRST_BEFORE_BRAND.has(lower) ||
      BEFORE_BRAND.has(lower) ||
      VERBS.has(lower) ||
      NEUTRAL_ADJECTIVES.has(lower) ||
      DETERMINERS.has(lower) ||
      MODIFIERS.test(previous);
    const isHead = isSecond && /(?:ing|ed|ly)$/.test(lower);
    if (!isPlain && !isHead && !(isCommon && isModel)) return true;
  }
  if (OTHER_PROPER.has(next.toLowerCase()) && (isCapital(nextRaw) || DETERMINERS.has(previous.toLowerCase())))
    return true;
  if (!isCapital(nextRaw)) return false;
  const following = next.toLowerCase();
  return (
    GIVEN_WORDS.has(word) &&
    /^\p{Lu}\p{Ll}+$/u.test(next) &&
    !isCommonWord(following) &&
    !BRAND_NOUNS.has(following)
  );
}

/** Words before a name that is bought from, worked with or published on. */
const DEALT_WITH =
  /(?:^|\s)(?:at|from|via|by|with|than|like|buy|use|using|try|through|named after|named for) $/i;
const HEAVENLY = /^(?:Mars|Mercury|Venus|Jupiter|Saturn|Neptune|Uranus|Pluto|Titan|Europa|Luna)$/;
const IS_OR_FLOWS = /^ (?:is|was|has|flows|lies|covers|spans|drains) /;

/** "Mars has two small moons": the planet, god or island that a company is named after. */
export function isNamesake(context: Pick<Context, 'before' | 'after'>, name: string): boolean {
  const { before, after } = context;
  if (
    /^ \p{Lu}/u.test(after) ||
    DEALT_WITH.test(before) ||
    /\bnamed (?:after|for)\b/.test(after) ||
    isTalk(context)
  )
    return false;
  if (name === 'Amazon' && /(?:^|[^\p{L}])the $/iu.test(before))
    return !BRAND_NOUNS.has(bare(after.split(' ')[1] ?? ''));
  if (HEAVENLY.test(name)) return SAID_OF_NAMESAKES.test(after) || SAID_OF_NAMESAKES.test(before);
  return (
    !/\b[oi]n $/.test(before) &&
    (name !== 'Amazon' || IS_OR_FLOWS.test(after)) &&
    SAID_OF_NAMESAKES.test(after)
  );
}

const isTalk = ({ before, after }: Pick<Context, 'before' | 'after'>) =>
  BRAND_TALK.test(before) || BRAND_TALK.test(after);

/** Whether most words of a line have capitals, which are no evidence then. */
function isTitle({ before, after, own }: Context): boolean {
  const words = `${before}${own}${after}`.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const long = words.filter((word) => word.length > 3 && !/\d/.test(word));
  if (words.length < 2 || words.length > 16 || /[.!?]\s+\p{L}/u.test(before + after)) return false;
  return (
    isCapital(words[0]!.replace(/^\d+/, 'X')) &&
    long.every(isCapital) &&
    (long.length > 1 || /^ ?\p{Lu}/u.test(after) || /\p{Lu}\p{L}* $/u.test(before))
  );
}

function verdictInTitle({ before, after }: Context, sides: Sides, word: string): number {
  const { previous, next, isFirst } = sides;
  const earlier = previous.toLowerCase();
  const later = next.toLowerCase();
  if (/^(?:vs|versus|at|from|by|via|with|using|than|like|unlike|alternatives)$/.test(earlier)) return NAME;
  if (/^(?:vs|versus|review|reviews|alternatives|pricing|app)$/.test(later)) return NAME;
  if (DETERMINERS.has(earlier)) return BRAND_NOUNS.has(later) ? LIKELY_NAME : LIKELY_WORD;
  if (TEMPORAL.has(word)) return WORD;
  if (BRAND_NOUNS.has(later)) return NOUN_COMPOUNDS.has(`${word} ${later}`) ? WORD : LIKELY_NAME;
  if (isFirst && (VERBS.has(later) || /^\s*[:(|–—-]/.test(after))) return LIKELY_NAME;
  if (AFTER_VERB.has(later)) return WORD;
  // A model beside it: an uncommon word, or one with a number.
  const words = `${before} ${after}`.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const isModel = words.some((each) =>
    /\d/.test(each)
      ? /\p{L}/u.test(each) || isFirst
      : each.length > 2 && isCapital(each) && !isPlainWord(each),
  );
  return isModel ? LIKELY_NAME : LIKELY_WORD;
}

function isPlainWord(word: string): boolean {
  const lower = word.toLowerCase();
  if (isCommonWord(lower) || AFTER_VERB.has(lower) || BEFORE_BRAND.has(lower) || DETERMINERS.has(lower))
    return true;
  return /(?:ing|ed|tion|tions|ment|ments|ness|ity|ies|ance|ence|er|ers|ly|al|ous|ive|ysis|es|or|ors|ial|ant|ent|ic|ics|ure|ship|ory|ate|ize)$/.test(
    lower,
  );
}

/** Verbs that directly follow a subject and are not participles. */
const FINITE =
  /^(?:is|was|are|were|has|have|had|can|will|would|could|may|might|must|should|does|did|\p{Ll}{3,}[^sui]s)$/u;
const FUNCTION_WORD =
  /^(?:that|after|before|where|when|whether|because|since|although|though|if|as|then|who|which|not|only|also|even|now|just|so|says?|said)$/;

/** "They moved to Monday, which costs $9": a day does not cost anything. */
const COSTS =
  /^,? (?:which|whose|that) (?:costs?|charges|offers|lets|includes|supports|integrates|plans?|pric)/;

/** Words that count: things are counted, companies are not. */
const COUNTS = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|several|few|many|some|every|each|any)$/;

/** Inside a sentence a capital letter means a name. These words show that it is another one's name. */
function verdictInside({ after }: Context, sides: Sides, word: string): number {
  const { previous, previousRaw, before, next, nextRaw } = sides;
  const lower = previous.toLowerCase();
  if (TEMPORAL.has(word)) {
    if (COSTS.test(after) || (lower === 'to' && /^(?:migrat|upgrad)/.test(sides.earlier.at(-1) ?? '')))
      return NAME;
    if (/^(?:with|using|via|than|like|vs|versus|use|try|choose)$/.test(lower)) return NAME;
    const isSubject = VERBS.has(next) && !/^(?:is|was|has|will|can|are|had)$/.test(next);
    return isSubject && !/^(?:on|in|by|since|until|every|last|next|this|each|from)$/.test(lower)
      ? NAME
      : WORD;
  }
  if (COUNTS.test(lower)) return isCapital(nextRaw) || BRAND_NOUNS.has(next) ? NAME : WORD;
  if (DETERMINERS.has(lower)) return /^(?:of|between)$/.test(next) ? WORD : LIKELY_NAME;
  if (lower === '' || /[,;:.!?)"”]$/.test(previousRaw) || isCapital(previous)) return NAME;
  if (APPOSITIVES.has(lower) || NEUTRAL_ADJECTIVES.has(lower) || /\p{Lu}/u.test(nextRaw) || FINITE.test(next))
    return NAME;
  return isCompound(before) ? WORD : NAME;
}

/** "a ski Shell": only nouns and adjectives stand between it and an article. */
function isCompound(before: readonly string[]): boolean {
  for (let k = before.length - 1; k >= 0 && k >= before.length - 3; k--) {
    const word = before[k]!;
    if (DETERMINERS.has(word.toLowerCase())) return k < before.length - 1;
    if (!/^\p{Ll}[\p{Ll}-]*$/u.test(word) || /(?:ing|ed|ly)$/.test(word)) return false;
    if (BEFORE_BRAND.has(word) || VERBS.has(word) || AFTER_VERB.has(word) || FUNCTION_WORD.test(word))
      return false;
  }
  return false;
}

/** The first word of a sentence has a capital letter in any sense. */
function verdictAtHead(context: Context, { next, nextRaw, later, isLast }: Sides, word: string): number {
  const { after } = context;
  const following = next.toLowerCase();
  if (/^,/.test(after)) {
    if (BEFORE_COMMA.has(word)) return WORD;
    const [, second = ''] = after.split(/\s+/, 2);
    const isApposition =
      /^(?:which|who|based|founded|named|headquartered|a|an|the|owned|known|like|once|now)$/.test(second);
    return isCapital(second) || isApposition || isTalk(context) ? LIKELY_NAME : LIKELY_WORD;
  }
  if (isLast || /^[:(|/–—)]|^ [(|–—:/-]/.test(after)) return TEMPORAL.has(word) ? WORD : LIKELY_NAME;
  if (TEMPORAL.has(word)) {
    const isSubject = VERBS.has(following) && !/^(?:is|was|will|can|has|are)$/.test(following);
    return isSubject || (following === 'is' && isTalk(context)) ? NAME : WORD;
  }
  if (/^(?:and|or|&)$/.test(nextRaw)) {
    if (AND_OTHERS.test(after)) return LIKELY_NAME;
    return isCapital(bare(after.trimStart().split(/\s+/, 2)[1] ?? '')) ? LIKELY_NAME : WORD;
  }
  if (/^(?:vs\.?|versus)$/.test(following)) return NAME;
  if (following === 'with') return isCapital(later) ? LIKELY_NAME : WORD;
  if (/\p{Lu}/u.test(nextRaw)) {
    const isOfPreposition = PREPOSITION.test(word) && nextRaw !== 'The' && !BRAND_NOUNS.has(following);
    return isOfPreposition ? WORD : LIKELY_NAME;
  }
  if (BEFORE_COMMA.has(word) && !VERBS.has(following)) return WORD;
  if (AFTER_VERB.has(following)) return WORD;
  if (SETS_LIMITS.test(after)) return LIKELY_NAME;
  if (VERBS.has(following) || ADVERBS_AFTER.has(following)) {
    // "Orange is a warm colour", "Silk was expensive": a material needs no article either.
    const isStuff =
      STUFF.has(word) &&
      (AS_STUFF.test(following) || DOES_AS_STUFF.test(following)) &&
      !isTalk(context) &&
      !SAID_OF_BRANDS.test(after);
    if (SAID_OF_THINGS.test(after) && !isTalk(context)) return WORD;
    return isStuff ? WORD : NAME;
  }
  if (following === 'free' && /^(?:tier|plan|trial|version)/.test(later)) return LIKELY_NAME;
  if (BRAND_NOUNS.has(following)) return NOUN_COMPOUNDS.has(`${word} ${following}`) ? WORD : LIKELY_NAME;
  if (
    /ed$/.test(following) &&
    /^(?:a|an|the|its|their|that|in|on|to|from|by|at|for|with|over|more|\d.*)$/.test(later.toLowerCase())
  )
    return LIKELY_NAME;
  // "Signal encrypts all messages", not "Target dates should": the words after a verb begin like an object.
  if (
    /\p{Ll}[^su]s$/u.test(next) &&
    /^(?:a|an|the|all|more|less|its|their|your|every|each|no|up|well|\d.*)$/.test(later)
  )
    return LIKELY_NAME;
  return /^\d/.test(following) ? LIKELY_WORD : WORD;
}

const AS_STUFF = /^(?:is|was|are|were|has|can|will|comes|may|often|usually|always)$/;
