/** Classes of English words beside a name that is a word too, by what they say of its sense. */

const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

export const DETERMINERS = set(
  'a an the this that these those my your his her its our their each every any some no both all another one two three few several many most what which whose',
);

/** Nouns that stand before the name of a company or product: "the retailer Target". */
export const APPOSITIVES = set(`
 company brand brands retailer retailers app apps service services maker makers store stores shop shops platform platforms tool tools startup
 carrier operator provider providers giant chain bank manufacturer software label site website network insurer lender
 supplier vendor competitor competitors rival rivals product line bureau firm agency airline automaker marketplace browser
 assistant model system solution leader broker issuer processor dealer distributor publisher studio`);

/** Adjectives that a name keeps its sense after: "the new Ring". */
export const NEUTRAL_ADJECTIVES = set(
  'new newer newest latest original older modern classic current entire whole popular american british german french japanese chinese european giant rival standard regular premium official famous former local nearest nearby favorite favourite own big',
);

/** What a company or its product does, is or has done: the word after a name that is the subject of a sentence. */
export const VERBS = set(`
 is was are were has had have does did do can could will would may might must should isn't wasn't aren't doesn't didn't
 can't won't hasn't remains became becomes offers offered makes made sells sold provides provided lets let allows
 allowed gives gave includes included comes came works worked uses used supports supported integrates integrated charges charged costs
 ships shipped delivers delivered launched launches announced announces released releases introduced introduces acquired acquires
 bought buys owns owned operates operated runs ran reported reports said says claims claimed plans planned wants wanted
 needs stands stood ranks ranked leads led excels excelled shines competes competed dominates dominated focuses focused
 specializes specializes specialises caters targets aims appeals emphasizes prioritizes highlights handles tends continues continued
 keeps kept gets got takes took helps helped brings brought builds built designs designed manufactures manufactured produces produced
 develops developed creates created features featured boasts combines combined balances scores scored wins won tops beats
 outperforms outperformed rivals matches matched lacks lacked falls fell struggles struggled raised raises cut cuts
 expanded expands opened opens closed closes started starts began begins grew grows added adds updated updates removed removes dropped drops
 edges edged partnered partners pays paid earns earned holds held carries carried stocks stocked accepts accepted requires required
 recommends recommended suggests bundles covers covered backs backed guarantees follows followed joins joined moved moves
 sits goes went sees saw looks looked feels felt sounds sounded performs performed fits fares remained seems appears appeared
 earned receives received gained gains lost loses filed files settled sued faces faced publishes published invested invests
 hires hired employs serves served promises promised pairs paired issues issued processes processed stores stored lists listed encrypts blocks ranks ranked connects connected syncs tracks records monitors
 pledged pledges donates donated signed stopped stops relies relied depends differs competes changed changes turned turns tested tests sponsored sponsors`);

/** Words between a name and its verb. */
export const ADVERBS_AFTER = set(
  'also now currently recently still always never just typically usually generally often even really actually previously first finally officially later soon already consistently reportedly arguably itself alone ca who which whose',
);

/** Nouns that a brand is named before: "Target stores". */
export const BRAND_NOUNS = set(`
 product products store stores shop shops customer customers user users app apps application account accounts card cards subscription
 subscriptions share shares stock employee employees ceo executive executives device devices phone phones headphones earbuds laptop laptops
 station stations rewards website support pricing workspace workspaces channel channels database databases
 doorbell doorbells camera cameras speaker speakers subscriber subscribers branch branches member members team brand
 branded merchandise inc corp llc ltd headquarters review reviews plan plans app's alternative alternatives integration integrations
 suitcase suitcases luggage vacuum vacuums mattress mattresses printer printers watch watches shoe shoes sneaker sneakers bag bags
 blender blenders smartwatch jeans clothing outlet outlets warehouse checkout membership memberships api dashboard
 meeting meetings call calls webinar webinars terminal reader drivers rides ride driver scooter scooters
 devices ecosystem tablet tablets computer computers tv tvs franchise series model models lineup portfolio offerings services service software
 page pages profile profiles logo boss founder owner owners buyers shoppers fans loyalty coupon coupons gift pharmacy
 credit debit checking savings mobile bank atm kit kits gear apparel footwear jacket jackets game games cookware
 router routers drone drones bike bikes fryer fryers grill grills monitor monitors console consoles streaming`);

/** Words after the first one of a sentence that tell of a verb ("Ring the bell") or of a noun ("Notion of risk"). */
export const AFTER_VERB = set(`
 the a an your my our their his her its this that these those all every each some any both up down in on off out over
 back away around from of to into about against along through onto upon across behind beyond under between within without
 it them us me you him yourself something anything everything yet as if when while until because where how why whether`);

/** Words before a name as that of a company, place to buy or tool. */
export const BEFORE_BRAND = set(`
 at from by via using with like than vs vs. versus and or including called named through on for to & plus between alongside over
 unlike against choose choosing use uses used try tried consider buy bought pick prefer recommend recommended recommends love
 loves loved owns own makes visit join chose chosen picked switched compare comparing behind both either neither about per
 acquired sued owned download install order ordered tested review want wants see check but while whereas when if because since as e.g. eg i.e. into of in`);

/** Verbs in base form, and the like, that stand first and have a brand after them: "Try Gap". */
export const FIRST_BEFORE_BRAND = set(
  'try use using choose consider buy visit at from by with like unlike both compare pick check get see download install join ask and or but for in on to through via is does can has was why how what when if since while although today meanwhile however yes no than recently also additionally among over shop avoid skip love against does do are will should would could did who where which whether because before after despite between about then later later, between',
);

export const FIRST_NAMES = set(`
 james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald steven paul
 andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry
 justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis jerry tyler aaron jose adam nathan
 henry douglas zachary peter kyle walter ethan jeremy harold keith christian roger noah gerald carl terry sean austin arthur lawrence
 jesse dylan bryan joe jordan billy bruce albert willie gabriel logan alan juan wayne roy ralph randy eugene vincent russell
 elijah louis bobby philip johnny mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret
 sandra ashley kimberly emily donna michelle carol amanda dorothy melissa deborah stephanie rebecca sharon laura cynthia kathleen
 amy angela shirley anna brenda pamela emma nicole helen samantha katherine christine debra rachel carolyn janet catherine maria
 heather diane ruth julie olivia joyce virginia victoria kelly lauren christina joan evelyn judith megan andrea cheryl hannah
 jacqueline martha gloria teresa ann sara madison frances kathryn janice jean abigail alice julia judy sophia grace denise amber
 doris marilyn danielle beverly isabella theresa diana natalie brittany charlotte marie kayla alexis lori steve bill bob tom jim
 mike dave dan tim jeff greg ben sam alex nick tony chris matt andy ken ron don ted fred larry elon usain marcus lewis nikola
 pierre jacques jean claude hans klaus karl otto kurt franz wolfgang stefan carlos luis miguel pablo diego marco giovanni luca
 leonardo mario antonio francesco ivan boris vladimir sergei anders lars sven ingrid olga natasha walt isaac simon oscar oliver
 harry hugo woodrow theodore franklin abraham winston ludwig johann galileo sigmund ada florence rosa nelson neil
 ernest emile gustav hermann ferdinand enzo ettore rudolf gottlieb wilhelm alfred bernhard levi harriet amelia howard dwight herbert
 jimmy hillary barack serena rafael novak lionel cristiano jennie camille sofia elena irina dmitri mikhail anton hector hugh
 stella clara edith emil erik bjorn soren priya raj amit arjun hassan ahmed omar fatima felix leo max lucas theo jane kate anne claire lucy sophie zoe chloe mia ella lily ruby bernard raúl raul yuki hiroshi wei`);

/** Given names among the words: before another capital letter they are one more often than a brand. */
export const GIVEN_WORDS = set(`
 max chase grant will mark bill jack grace hope faith joy rose lily daisy violet ruby amber jade pearl crystal hunter mason
 carter cooper taylor drew frank victor dale glen cliff art gene ray rob dean duke earl pierce miles wade chance skip
 angel august april june summer autumn dawn eve ivy iris hazel olive ginger pepper sage heather holly robin sky river brook reed
 casper oscar felix sierra dakota savannah austin jackson lincoln ford dell sandy penny dolly rusty rocky buck chip cash`);

/** Words that make another proper name of the one before them: "Orange County". */
export const OTHER_PROPER = set(`
 county minister ministry states nations rainforest basin jungle beach bowl city street avenue park university college school island islands river lake mountain mountains
 valley hotel inn day night year years week season festival museum church cathedral theatre theater airport bridge road boulevard
 league cup prize award awards act law treaty field stadium arena harbor harbour bay creek hill hills heights square village town
 state republic kingdom empire revolution war battle order hood hat ocean sea coast desert forest national football rugby
 waiver sox knight cross nebula theory principle effect tree flower bean circle-line crescent crusade revolver`);

/** Days and the like: as the first word of a sentence they are the time. */
export const TEMPORAL = set(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december today tomorrow summer winter spring autumn',
);

/** Adverbs and the like that stand alone before a comma: "Indeed, most applicants …". */
export const BEFORE_COMMA = set(
  'indeed finally first next then still again now later once away overall instead nevertheless thus hence however otherwise besides well yes no true sure right fine good great simply together always sometimes lately early late up down here there everywhere',
);

/** Stuff and colours: they stand without an article as names do. */
export const STUFF = set(`
 orange gold silver silk leather glass steel iron wood cotton linen velvet copper bronze brass stone clay sand water ice fire air
 salt sugar honey coffee tea bread rice red blue green black white yellow purple pink brown grey gray amber coral ivory ruby
 pearl jade diamond crystal granite marble oak pine cedar bamboo cork wool paper plastic rubber music art love hope faith
 grace peace time money space light power energy speed gravity chess golf tennis polo rugby football cricket yoga
 slack progress patience silence freedom discovery prime oxygen carbon canvas sage mint
 ginger basil fish meat milk butter cheese chocolate vanilla caramel cinnamon pepper target-practice ambition courage`);

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
export const NOUN_COMPOUNDS = new Set([
  'prime members',
  'gift cards',
  'target page',
  'target model',
  'ring finger',
  'visa support',
  'visa services',
  'visa service',
  'target users',
  'target customers',
  'target customer',
  'target buyers',
  'chase series',
  'max users',
  'square series',
  'apple product',
  'monday meeting',
  'monday meetings',
  'monday call',
  'ring model',
  'ring series',
  'shell game',
  'shell games',
  'gap fans',
  'polo game',
  'polo games',
  'polo fans',
  'polo team',
  'dove game',
  'prime product',
  'target device',
  'target devices',
  'target platform',
  'target account',
  'target accounts',
  'target share',
  'market share',
  'target user',
  'target group',
  'target device',
]);

/** Gods, planets and islands that companies are called after. */
export const NAMESAKES = set(
  'Mars Mercury Venus Saturn Jupiter Neptune Uranus Pluto Luna Titan Europa Ceres Vesta Apollo Athena Hermes Nike Orion Atlas Juno Hera Ares Zeus Odin Thor Freya Vulcan Minerva Aurora Artemis Janus Helios Java Amazon Corona',
);

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
export const UNITS = set(
  'lux lumen lumens kelvin hertz pascal newton joule watt watts volt volts ampere torr mol nit nits denier tog bit byte euro euros franc francs rand real dinar lira bel',
);
