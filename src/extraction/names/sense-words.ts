/** Classes of English words beside a name that is also a word, as evidence of its sense. */
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

/** Nouns before the name of a company or product: "the retailer Target". */
export const APPOSITIVES = wordsOf('appositives');

/** Adjectives that do not change the sense of a name: "the new Ring". */
export const NEUTRAL_ADJECTIVES = wordsOf('neutral adjectives');

/** The deeds and states of a company or its product: the word after a name that is the subject of a sentence. */
export const VERBS = wordsOf('verbs');

/** Words between a name and its verb. */
export const ADVERBS_AFTER = wordsOf('adverbs after');

/** Nouns after a brand's name: "Target stores". */
export const BRAND_NOUNS = wordsOf('brand nouns');

/** Words after the first one of a sentence that show it is a verb ("Ring the bell") or a noun ("Notion of risk"). */
export const AFTER_VERB = wordsOf('after verb');

/** Words before the name of a company, place to buy or tool. */
export const BEFORE_BRAND = wordsOf('before brand');

/** Words, such as verbs in base form, that begin a sentence and precede a brand: "Try Gap". */
export const FIRST_BEFORE_BRAND = wordsOf('first before brand');

export const FIRST_NAMES = wordsOf('first names');

/**
 * Common words that are also given names. Before another capital letter they are more often given names than brands.
 */
export const GIVEN_WORDS = wordsOf('given words');

/** Words that make the previous word part of another proper name: "Orange County". */
export const OTHER_PROPER = wordsOf('other proper');

/** Days and the like. As the first word of a sentence they are a time. */
export const TEMPORAL = wordsOf('temporal');

/** Adverbs and the like before a comma: "Indeed, most applicants …". */
export const BEFORE_COMMA = wordsOf('before comma');

/** Materials and colours, which have no article, like names. */
export const STUFF = wordsOf('stuff');

/** Phrases about companies that rarely apply to the things they are named after. */
export const BRAND_TALK =
  /\b(?:compan(?:y|ies)|brands?|makers?|retailers?|manufacturers?|apps?|platforms?|startup|founded|headquartered|ceo|shares|customers?|subscri(?:be|bers?|ptions?)|pricing|launched|acquired|free plan|free tier|founder|competitors?|online store|warranty|software|users|operators?|carriers?|telecoms?|networks?|insurers?|supermarkets?|chains?|stores?|streaming|browser|toothpaste|detergent|suitcases?|doorbells?|headphones|laptops?|phones?|checkout|payments?)\b/i;

/** "… is a warm colour", "… is rich in vitamins": phrases about materials, plants, colours, places and food. */
export const SAID_OF_THINGS =
  /^ (?:is|was|are|were|comes|has|can) (?:[\w-]+ ){0,6}(?:fruits?|juice|vitamins?|colou?rs?|flavou?rs?|metals?|fabrics?|fib(?:re|er)s?|gemstones?|alloys?|shades?|plants?|trees?|materials?|ingredients?|minerals?|spices?|herbs?|birds?|animals?|fish|sports?|played|cooked|baked|grow|region|country|river|island|planet|continent|desert|god|goddess|red|yellow|blue|green|shape|verb|noun|word|day|month|season)\b/i;

/** "… grows quickly", "… melts at 30 degrees": verbs about plants and materials. */
export const DOES_AS_STUFF =
  /^(?:absorbs|blooms|burns|conducts|contains|corrodes|dissolves|evaporates|fades|flows|freezes|grows|grew|hardens|melts|rusts|scratches|shrinks|smells|sinks|spoils|sprouts|tarnishes|tastes|thrives|wilts)$/;

/** "… was founded in 1990", "… is cheaper": phrases about companies and what they sell. */
export const SAID_OF_BRANDS =
  /^ (?:is|was|has been|were|are) (?:also |now |often |usually |currently )?(?:shut|acquired|founded|launched|bought|owned|sold|available|based|headquartered|known for|built for|cheaper|better|faster|free|priced|popular|designed|backed|a (?:free|popular|paid|great|good|solid|strong|cheap|cheaper)|one of the|the (?:best|largest|leading|most|only|cheapest|safest|safer|better))\b/i;

/** Prepositions and adverbs that brands are called by: "On Reddit", "Next Steps". */
export const PREPOSITION =
  /^(?:above|across|after|along|around|at|before|beyond|by|from|in|near|next|off|on|out|over|through|to|under|up|via|with|within)$/;

/** Words between a name and another one that it is compared with. */
export const COMPARED_WITH =
  /\b(?:than|over|unlike|versus|vs\.?|instead of|rather than|compared (?:to|with)|whereas|while) (?:the )?/gi;

/** Parts after a hyphen that do not change a name's sense: "Apple-made". */
export const AFTER_HYPHEN =
  /^-(?:made|branded|owned|designed|built|backed|certified|compatible|only|style|like|approved|powered|exclusive|enabled|friendly|based|specific|related|native|issued|operated|developed)\b/i;

/** Compounds with a brand noun in which the first word is not the brand. */
export const NOUN_COMPOUNDS = wordsOf('noun compounds');

/** Gods, planets and islands that companies are named after. */
export const NAMESAKES = wordsOf('namesakes');

/** Phrases about gods, planets and islands. */
export const SAID_OF_NAMESAKES =
  /\b(?:planets?|moons?|orbit(?:s|ed|ing)?|circl(?:es?|ed|ing) the sun|(?:around|from|to) the sun|gas giant|astronom(?:y|ers?)|telescopes?|night sky|naked eye|retrograde|solar system|sunlight|spacecraft|rovers?|nasa|craters?|mytholog(?:y|ical)|myths?|gods?|goddess(?:es)?|deit(?:y|ies)|son of zeus|daughter of zeus|constellations?|asteroids?|volcan(?:o|oes|ic)|islanders?|rainforest|tributar(?:y|ies)|(?:an?|the) (?:[\w-]+ ){0,4}(?:island|river|peninsula))\b/i;

/**
 * "Zoom limits free calls to 40 minutes", "Slack caps history at 90 days": these verbs are also nouns, so the words
 * after them decide.
 */
export const SETS_LIMITS =
  /^ (?:limits|caps|bills|restricts|throttles|waives|refunds) (?!(?:is|are|was|were|will|can|may|of|for|in|on|and|or|apply|applied|vary|depend|exist|differ)\b)(?:[^ .,;]+ ){1,6}(?:to|at|by|per|for|after|from|monthly|yearly|annually)\b/;

/** "Target and two regional grocers sell": other companies, or what companies do. */
export const AND_OTHERS =
  /^ (?:and|or) (?:two|three|four|five|several|many|some|another|other|its|a few|a handful of|most|both) (?:of its )?(?:[\p{L}\p{N}’'-]+ ){0,3}?(?:compan(?:y|ies)|brands?|retailers?|grocers?|chains?|apps?|services|makers?|stores|shops|platforms?|tools|startups?|carriers?|providers?|banks?|manufacturers?|insurers?|lenders?|vendors?|suppliers?|competitors?|rivals?|airlines?|sells?|offers?|ships?|launch(?:es|ed)?|charges?|sold|offered|shipped)(?!\p{L})/u;

/** Units, if a number precedes them and no counted noun follows: "500 Lux". */
export const UNITS = wordsOf('units');
