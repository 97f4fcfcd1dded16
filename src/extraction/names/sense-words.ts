/** Classes of English words beside a name that is a word too, by what they say of its sense. */
import { readTable } from '../tables.ts';

const classes = readTable('names/sense-words.txt', [
  'determiners',
  'appositives',
  'neutral adjectives',
  'verbs',
  'adverbs after',
  'brand nouns',
  'after verb',
  'before brand',
  'first before brand',
  'first names',
  'given words',
  'other proper',
  'temporal',
  'before comma',
  'stuff',
  'noun compounds',
  'namesakes',
  'units',
]);

const wordsOf = (name: keyof typeof classes): ReadonlySet<string> => new Set(classes[name]);

export const DETERMINERS = wordsOf('determiners');

/** Nouns that stand before the name of a company or product: "the retailer Target". */
export const APPOSITIVES = wordsOf('appositives');

/** Adjectives that a name keeps its sense after: "the new Ring". */
export const NEUTRAL_ADJECTIVES = wordsOf('neutral adjectives');

/** What a company or its product does, is or has done: the word after a name that is the subject of a sentence. */
export const VERBS = wordsOf('verbs');

/** Words between a name and its verb. */
export const ADVERBS_AFTER = wordsOf('adverbs after');

/** Nouns that a brand is named before: "Target stores". */
export const BRAND_NOUNS = wordsOf('brand nouns');

/** Words after the first one of a sentence that tell of a verb ("Ring the bell") or of a noun ("Notion of risk"). */
export const AFTER_VERB = wordsOf('after verb');

/** Words before a name as that of a company, place to buy or tool. */
export const BEFORE_BRAND = wordsOf('before brand');

/** Verbs in base form, and the like, that stand first and have a brand after them: "Try Gap". */
export const FIRST_BEFORE_BRAND = wordsOf('first before brand');

export const FIRST_NAMES = wordsOf('first names');

/** Given names among the words: before another capital letter they are one more often than a brand. */
export const GIVEN_WORDS = wordsOf('given words');

/** Words that make another proper name of the one before them: "Orange County". */
export const OTHER_PROPER = wordsOf('other proper');

/** Days and the like: as the first word of a sentence they are the time. */
export const TEMPORAL = wordsOf('temporal');

/** Adverbs and the like that stand alone before a comma: "Indeed, most applicants …". */
export const BEFORE_COMMA = wordsOf('before comma');

/** Stuff and colours: they stand without an article as names do. */
export const STUFF = wordsOf('stuff');

/** Said of companies, and hardly of the things they are named after. */
export const BRAND_TALK =
  /\b(?:compan(?:y|ies)|brands?|makers?|retailers?|manufacturers?|apps?|platforms?|startup|founded|headquartered|ceo|shares|customers?|subscri(?:be|bers?|ptions?)|pricing|launched|acquired|free plan|free tier|founder|competitors?|online store|warranty|software|users|operators?|carriers?|telecoms?|networks?|insurers?|supermarkets?|chains?|stores?|streaming|browser|toothpaste|detergent|suitcases?|doorbells?|headphones|laptops?|phones?|checkout|payments?)\b/i;

/** "… is a warm colour", "… is rich in vitamins": said of stuff, plants, colours, places and food. */
export const SAID_OF_THINGS =
  /^ (?:is|was|are|were|comes|has|can) (?:[\w-]+ ){0,6}(?:fruits?|juice|vitamins?|colou?rs?|flavou?rs?|metals?|fabrics?|fib(?:re|er)s?|gemstones?|alloys?|shades?|plants?|trees?|materials?|ingredients?|minerals?|spices?|herbs?|birds?|animals?|fish|sports?|played|cooked|baked|grow|region|country|river|island|planet|continent|desert|god|goddess|red|yellow|blue|green|shape|verb|noun|word|day|month|season)\b/i;

/** "… was founded in 1990", "… is cheaper": said of companies and what they sell. */
export const SAID_OF_BRANDS =
  /^ (?:is|was|has been|were|are) (?:also |now |often |usually |currently )?(?:shut|acquired|founded|launched|bought|owned|sold|available|based|headquartered|known for|built for|cheaper|better|faster|free|priced|popular|designed|backed|a (?:free|popular|paid|great|good|solid|strong|cheap|cheaper)|one of the|the (?:best|largest|leading|most|only|cheapest|safest|safer|better))\b/i;

/** Parts after a hyphen that keep a name's sense: "Apple-made". */
export const AFTER_HYPHEN =
  /^-(?:made|branded|owned|designed|built|backed|certified|compatible|only|style|like|approved|powered|exclusive|enabled|friendly|based|specific|related|native|issued|operated|developed)\b/i;

/** Nouns after which a brand is named as often as not, but not after these words. */
export const NOUN_COMPOUNDS = wordsOf('noun compounds');

/** Gods, planets and islands that companies are called after. */
export const NAMESAKES = wordsOf('namesakes');

/** Said of those. */
export const SAID_OF_NAMESAKES =
  /\b(?:planets?|moons?|orbit(?:s|ed|ing)?|solar system|sunlight|spacecraft|rovers?|nasa|craters?|mytholog(?:y|ical)|myths?|gods?|goddess(?:es)?|deit(?:y|ies)|son of zeus|daughter of zeus|constellations?|asteroids?|volcan(?:o|oes|ic)|islanders?|rainforest|tributar(?:y|ies)|(?:an?|the) (?:[\w-]+ ){0,4}(?:island|river|peninsula))\b/i;

/** "Zoom limits free calls to 40 minutes", "Slack caps history at 90 days": nouns as often, but for what follows. */
export const SETS_LIMITS =
  /^ (?:limits|caps|bills|restricts|throttles|waives|refunds) (?!(?:is|are|was|were|will|can|may|of|for|in|on|and|or|apply|applied|vary|depend|exist|differ)\b)(?:[^ .,;]+ ){1,6}(?:to|at|by|per|for|after|from|monthly|yearly|annually)\b/;

/** "Target and two regional grocers sell": others of its kind, or what companies do. */
export const AND_OTHERS =
  /^ (?:and|or) (?:two|three|four|five|several|many|some|another|other|its|a few|a handful of|most|both) (?:of its )?(?:[\p{L}\p{N}’'-]+ ){0,3}?(?:compan(?:y|ies)|brands?|retailers?|grocers?|chains?|apps?|services|makers?|stores|shops|platforms?|tools|startups?|carriers?|providers?|banks?|manufacturers?|insurers?|lenders?|vendors?|suppliers?|competitors?|rivals?|airlines?|sells?|offers?|ships?|launch(?:es|ed)?|charges?|sold|offered|shipped)(?!\p{L})/u;

/** Units, where a number stands before them and nothing that is counted after: "500 Lux". */
export const UNITS = wordsOf('units');
