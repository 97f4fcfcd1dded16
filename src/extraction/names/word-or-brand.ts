/**
 * Whether an ordinary word in the text's language that is also a name means the name. In languages with small initial
 * letters for nouns, a capital inside a sentence decides. Otherwise the sentence needs evidence of the brand: a noun
 * for a kind of brand, a verb about makers and sellers, a model, or another known name.
 */
import { BLOCK_END, LINE_END } from '../text/writer.ts';
import { type BrandWords, brandWords } from './languages/brand-words.ts';
import {
  BRAND_FIRST,
  GIVEN,
  isGivenName,
  type Ordinary,
  ordinaryWordsIn,
  WORD_FIRST,
} from './languages/ordinary-words.ts';
import type { TextLanguage } from './languages/text-language.ts';
import { type Entry, proseName } from './lexicon.ts';
import { type Rivals, rivalsAmong } from './rivals.ts';
import { FIRST_NAMES } from './sense-words.ts';

interface Standing {
  start: number;
  end: number;
  entries: readonly Entry[];
}

/** A word in its sentence. */
interface Sentence extends Rivals {
  own: string;
  before: string;
  after: string;
  /** The name as entered. */
  name: string;
  /** Verdicts for a sentence with this text, by the other inputs. */
  verdicts: Map<string, number>;
  /** Whether a list joins it to another known name, and how: by a comma or the like, or by a word such as "and". */
  isListed: boolean;
  isJoined: boolean;
  /** Whether another known name is in its sentence. */
  isAmongNames: boolean;
}

const NAME = 2;
/** The word, unless the rest of the answer is about the brand. */
const LIKELY_WORD = -1;
const WORD = -2;

/** Number of characters checked beside a name. */
const NEAR = 120;
const MAX_REMEMBERED = 5000;
/** An answer that names this many other subjects is an answer about brands. */
const MANY_NAMES = 2;

/** The matches that mean brands. A match inside a longer name has no sense of its own. */
export function brandsAmong<Match extends Standing>(
  matches: Match[],
  text: string,
  language: TextLanguage,
): Match[] {
  if (matches.length === 0 || language.isSurelyEnglish()) return matches;
  const ordinaryOf = ordinaryWordsIn(text, language);
  const doubted = new Map<Match, Ordinary>();
  const sure: Match[] = [];
  let covered = 0;
  for (const match of matches) {
    const isInner = match.end <= covered;
    covered = Math.max(covered, match.end);
    if (isInner) continue;
    const ordinary = isAddress(text, match) ? null : ordinaryOf(proseName(match.entries));
    if (ordinary === null) sure.push(match);
    else doubted.set(match, ordinary);
  }
  if (doubted.size === 0) return matches;
  const subjects = new Set<string>();
  for (const { entries } of sure) for (const { subject } of entries.slice(0, 8)) subjects.add(subject.entity);
  const starts = new Map(matches.map((match) => [match.start, match]));
  const ends = new Map(matches.map((match) => [match.end, match]));
  const sidesOf = rememberingSides();
  const verdicts = new Map<Match, number>();
  const meant = new Set<string>();
  const rivalsOf = rivalsAmong(matches);
  const judge = (names: readonly Match[]) => {
    let next = 0;
    for (const [match, ordinary] of doubted) {
      while (next < names.length && names[next]!.start < match.start) next++;
      if (verdicts.get(match) === NAME) continue;
      const sentence = findSentence(text, match, sidesOf);
      const from = match.start - sentence.before.length;
      const to = match.end + sentence.after.length;
      sentence.isAmongNames =
        (names[next - 1]?.start ?? -1) >= from || (names[next]?.end ?? Number.POSITIVE_INFINITY) <= to;
      const joined = findJoiner(sentence, match, starts, ends);
      sentence.isListed = joined !== null;
      sentence.isJoined = joined !== null && /\p{L}/u.test(joined);
      Object.assign(sentence, rivalsOf(match, sentence));
      const { own, isListed, isJoined, isAmongNames, hasRival, isContrasted } = sentence;
      const key = `${ordinary.word} ${own} ${isListed} ${isJoined} ${isAmongNames} ${hasRival} ${isContrasted}`;
      let verdict = sentence.verdicts.get(key);
      if (verdict === undefined) {
        verdict = verdictOn(sentence, ordinary);
        sentence.verdicts.set(key, verdict);
      }
      verdicts.set(match, verdict);
      if (verdict === NAME && (ordinary.kind & WORD_FIRST) !== 0) meant.add(ordinary.word);
    }
  };
  judge(sure);
  // "Vivo é mais cara que Claro": what is surely a name now speaks for the other.
  const found = [...doubted.keys()].filter((match) => verdicts.get(match) === NAME);
  if (found.length > 0 && found.length < doubted.size)
    judge([...sure, ...found].sort((a, b) => a.start - b.start));
  return matches.filter((match) => {
    const verdict = verdicts.get(match) ?? NAME;
    if (verdict !== LIKELY_WORD) return verdict > 0;
    return (
      subjects.size >= MANY_NAMES ||
      meant.has(doubted.get(match)!.word) ||
      match.entries.some(({ subject }) => subjects.has(subject.entity))
    );
  });
}

/** "bol.com": no word is written so. */
function isAddress(text: string, { start, end, entries }: Standing): boolean {
  return entries[0]!.name.includes('.') && text.slice(start, end).includes('.');
}

const SENTENCE_END =
  /(?<!(?:^|[^\p{L}])(?:\p{L}|np|např|tj|örn|ör|vb|esim|bspw|bzw|usw|ej|ex|bv|resp|inkl|St|Dr|Nr|напр))[.!?؟…]+["'”’»)\]]*\s+|[。！？]["'”’」』]*/gu;

const LINE_STOP = new RegExp(`[${BLOCK_END}${LINE_END}]`);

type Sides = Pick<Sentence, 'before' | 'after' | 'verdicts'>;

/**
 * Finds the sentence around a match, within its line. Cached, so that text that repeats itself endlessly is divided
 * once.
 */
function rememberingSides(): (before: string, after: string) => Sides {
  const known = new Map<string, Sides>();
  return (before, after) => {
    const key = `${before}\n\n${after}`;
    let sides = known.get(key);
    if (sides === undefined) {
      let from = 0;
      for (const { index, 0: match } of before.matchAll(SENTENCE_END)) from = index + match.length;
      const stop = after.search(SENTENCE_END);
      sides = {
        before: before.slice(from),
        after: stop < 0 ? after : after.slice(0, stop),
        verdicts: new Map(),
      };
      if (known.size < MAX_REMEMBERED) known.set(key, sides);
    }
    return sides;
  };
}

function findSentence(
  text: string,
  { start, end, entries }: Standing,
  sidesOf: (before: string, after: string) => Sides,
): Sentence {
  const left = text.slice(Math.max(0, start - NEAR), start);
  const right = text.slice(end, end + NEAR);
  const from = Math.max(left.lastIndexOf(BLOCK_END), left.lastIndexOf(LINE_END)) + 1;
  const to = right.search(LINE_STOP);
  const { before, after, verdicts } = sidesOf(left.slice(from), to < 0 ? right : right.slice(0, to));
  return {
    own: text.slice(start, end),
    before,
    after,
    verdicts,
    name: proseName(entries),
    isListed: false,
    isJoined: false,
    isAmongNames: false,
    hasRival: false,
    isContrasted: false,
  };
}

const JOINED_BEFORE =
  /(?:\s*[、,，/;؛،]\s*|\s(?:и|та|і|i|y|e|et|und|och|en|ve|ja|a|oraz|ou|o|oder|eller|of|veya|tai|lub|nebo|или|або|vs\.?|و)\s|と|や|和|与|與|或|及|还是|還是)$/u;
const JOINED_AFTER =
  /^(?:\s*[、,，/;؛،]\s*|\s(?:и|та|і|i|y|e|et|und|och|en|ve|ja|a|oraz|ou|o|oder|eller|of|veya|tai|lub|nebo|или|або|vs\.?)\s|\sو|と|や|和|与|與|或|及|还是|還是|\s)$/u;

/** The text that joins it to another known name in a list; null: none. */
function findJoiner(
  { own, before, after }: Sentence,
  { start, end, entries }: Standing,
  starts: ReadonlyMap<number, Standing>,
  ends: ReadonlyMap<number, Standing>,
): string | null {
  const isOther = (match: Standing | undefined) =>
    match !== undefined && match.entries[0]!.subject.entity !== entries[0]!.subject.entity;
  const left = JOINED_BEFORE.exec(before.slice(-8))?.[0];
  if (left !== undefined && isOther(ends.get(start - left.length))) return left;
  for (let length = 1; length <= Math.min(6, after.length); length++) {
    const other = starts.get(end + length);
    if (other !== undefined && isOther(other)) {
      const between = after.slice(0, length);
      // Korean joins words by a suffix: "기아와 현대".
      if (between === ' ' ? /[와과랑]$/u.test(own) : JOINED_AFTER.test(between))
        return between === ' ' ? own.slice(-1) : between;
      return null;
    }
  }
  const previous = ends.get(start - 1);
  return previous !== undefined && isOther(previous) ? (/[와과랑,] $/u.exec(before)?.[0] ?? null) : null;
}

const TRADEMARK = /^ ?[®™]/u;
const OPENED = /["“„«「『‘《]$/u;
const CLOSED = /^["”“»」』’》]/u;
/** Only a list mark or number precedes it, and the end or a description follows. */
const MARKS_ONLY = /^[\s\p{P}\p{S}\d]*$/u;
const ENTRY_END = /^(?:\s*$|\s*[:：|（]|\s+[–—(|-](?:\s|$|\p{L}|\d))/u;

function verdictOn(sentence: Sentence, ordinary: Ordinary): number {
  const { before, after } = sentence;
  const words = brandWords(ordinary.language);
  if (TRADEMARK.test(after) || (OPENED.test(before) && CLOSED.test(after))) return NAME;
  if (/^[\p{Lu}\p{Ll}]/u.test(sentence.own)) return verdictInCased(sentence, ordinary, words);
  return verdictInUncased(sentence, ordinary, words);
}

const COMPANY_NEXT =
  /^ (?:Bank|Mobile|Pro|Plus|Max|Card|Pay|Air|Group|Health|Sport|Home|Extra|Business|Care|Store|Online|Shop|Holding|Energy|Tech|Premium|Music|Series|One|TV|Matratze|Versand|Katalog|Light|Wine|Beer|Kredit|Digital|Cloud|Media|Motors?|Original|App)(?!\p{L})/u;
const SURNAME_AFTER = /^ (?:(?:von|van|de|da|del|di|dos|der|af) )*\p{Lu}\p{Ll}+(?![\p{L}\d])/u;
const GERMAN_SURNAME =
  /^ (?:(?:von|van|zu) \p{Lu}|(?:\p{Lu}\.|(?:Müller|Schmidt|Schneider|Fischer|Weber|Meyer|Meier|Maier|Wagner|Becker|Schulz|Hoffmann|Koch|Bauer|Richter|Klein|Wolf|Neumann|Schwarz|Zimmermann|Braun|Krüger|Hartmann|Lange|Werner|Krause|Lehmann|Köhler|Huber|Hahn|Dix|Frank|Graf|Wagner|Waalkes|Kraus|Vogel|Keller|Planck|Frisch|Beckmann|Lilienthal|Rehhagel|Sander|Kern|Brandt|\p{Lu}\p{Ll}+(?:mann|stein|bach|feld|hausen|hagen|ske|inger|linger)))(?!\p{L}))/u;
const PLACE_BEFORE =
  /(?:^|\s)(?:San|Santa|Santo|São|Saint|Sainte|Monte|Isla|Ilha|Rio|Río|Lago|Lac|Plaza|Praça|Calle|Rua|Rue|Via|Piazza|Mont|Ulica|ul\.|ulici|улице|улица|Parque|Parco|Parc) $/u;

/** "Deniz Yılmaz", "Werner Braun". */
function isPerson(
  { before, after }: Sentence,
  { language, kind, word }: Ordinary,
  words: BrandWords,
): boolean {
  const isBrandNext = COMPANY_NEXT.test(after) || words.after.test(after);
  if (isBrandNext) return false;
  const isGiven = (kind & GIVEN) !== 0;
  if (isGiven && (language === 'de' ? GERMAN_SURNAME : SURNAME_AFTER).test(after)) return true;
  if (isGiven && /^ (?:Bey|Hanım|Hoca|Abi|Abla|Teyze|Amca)(?!\p{L})/u.test(after)) return true;
  const previous = /(?:^|[^\p{L}])(\p{Lu}\p{Ll}+) (?:(?:von|van|de|da|di) )?$/u.exec(before)?.[1];
  if (previous === undefined || word === '') return false;
  const given = previous.toLowerCase();
  return FIRST_NAMES.has(given) || isGivenName(given, language);
}

const AND_NAME = /^ (?:и|та|і|i|y|e|et|och|en|ve|ja|a|oraz|ou|veya|tai|lub|nebo|или|або) \p{Lu}/u;
/** Place names. They take the same case endings as brands. */
const REGIONS = /^(?:anadolu|dogu|bati|kuzey|guney|toros|ege|marmara)$/;

function verdictInCased(sentence: Sentence, ordinary: Ordinary, words: BrandWords): number {
  const { own, before, after, name, isAmongNames } = sentence;
  const isSmall = /^\p{Ll}/u.test(own);
  if (isSmall && name !== name.toLowerCase()) return WORD;
  if (isPerson(sentence, ordinary, words)) return WORD;
  if ((ordinary.kind & WORD_FIRST) === 0) return NAME;
  if (sentence.isListed || words.before.test(before) || words.after.test(after)) return NAME;
  if (MARKS_ONLY.test(before) && ENTRY_END.test(after)) return NAME;
  if (ordinary.language === 'de') return verdictInGerman(sentence, words);
  const isTitle = isInTitle(sentence);
  const isCapitals = own.length > 1 && own === own.toUpperCase() && name !== own;
  const isHead = MARKS_ONLY.test(before) || /[:：] *["'“‘(*]*$/u.test(before);
  if (!isSmall && !isTitle && (!isHead || isCapitals)) return PLACE_BEFORE.test(before) ? WORD : NAME;
  if (/^['’]\p{L}/u.test(after)) return REGIONS.test(ordinary.word) ? LIKELY_WORD : NAME;
  if (/^[,!]/.test(after))
    return words.says.test(after) && !/^[,!] (?:že|że|что|що|que|ki)/u.test(after) ? NAME : WORD;
  if (/^ \p{L}*\d/u.test(after) || (!isTitle && /^ \p{Lu}/u.test(after))) return NAME;
  if (AND_NAME.test(after) || words.says.test(after)) return NAME;
  return isAmongNames || sentence.isContrasted || tradeIn(sentence, words) > 1 ? NAME : LIKELY_WORD;
}

/** Whether most words of a line have capitals, which are no evidence then. */
function isInTitle({ before, after }: Sentence): boolean {
  const long = `${before} ${after}`.match(/(?<![\p{L}'’])\p{L}{4,}/gu) ?? [];
  return long.length > 1 && long.filter((word) => /^\p{Lu}/u.test(word)).length > 0.7 * long.length;
}

const GERMAN_DETERMINER =
  /(?:^|[^\p{L}])(?:de[rmns]|die|das|ein(?:e[rmns]?)?|kein(?:e[rmns]?)?|(?:[mds]ein|ihr|unser|euer)(?:e[rmns]?)?|jede[rmns]?|diese[rmns]?|i[mn]s?|am|ans|zu[mr]|beim|vom|viele?|alle|mehr|wenig|etwas|viel|ganz|sehr|welche[rs]?) $/iu;
const GERMAN_ADJECTIVE =
  /(?:^|[^\p{L}])(?:de[rmns]|die|das|ein(?:e[rmns]?)?|kein(?:e[rmns]?)?|(?:[mds]ein|ihr|unser)(?:e[rmns]?)?|jede[rmns]?|diese[rmns]?|im|am|zu[mr]|beim|vom) (?:\p{Ll}+ )?\p{Ll}+e[rmns]? $/iu;
const GERMAN_COMPOUND =
  /^-(?:Ton|Töne|Farb|Virus|Pandemie|Management|Training|Krise|Impfung|Übung|Sport|Anlage|Strecke|Reise|Zeichen|Form)/u;
/** "Netto bleiben davon": an adverb before the verb of its sentence. */
const GERMAN_ADVERB =
  /^(?:netto|brutto|real|total|global|direkt|aktuell|regional|lokal|digital|fair|smart|pur) (?:bleib|verbleib|verdien|erhält|erhalten|bekomm|sind|wär|macht? das|ergibt|ergeben|beträgt|betragen|lieg|komm|werden|wird|waren|war es|ist (?:das|es|der|die)|heißt|bedeutet|gesehen|betrachtet|gerechnet|hat man|haben)\p{L}*/iu;
const COLOUR = /farb|nuance|töne|ton\b|kombin|sand|beige|pflanz|tier|blüten|garten/iu;

/** German capitalises all nouns, so articles and adjectives are the evidence. */
function verdictInGerman(sentence: Sentence, words: BrandWords): number {
  const { own, before, after, name } = sentence;
  if (/^-\p{L}/u.test(after)) return GERMAN_COMPOUND.test(after) ? WORD : NAME;
  if (/^ (?:\p{L}*\d|\p{Lu}{2,})/u.test(after)) return NAME;
  if (own.length > 1 && own === own.toUpperCase() && name !== own) return NAME;
  if (GERMAN_DETERMINER.test(before)) {
    const says = words.says.exec(after);
    return /(?:^|\s)(?:der|die|das) $/iu.test(before) && says !== null && says.index <= 1 ? NAME : WORD;
  }
  if (GERMAN_ADJECTIVE.test(before)) return WORD;
  if (MARKS_ONLY.test(before) && GERMAN_ADVERB.test(own + after) && !words.says.test(after)) return WORD;
  // Two adjacent nouns: "Frosch Reiniger".
  if (/^ \p{Lu}\p{Ll}{3}/u.test(after) || /Deutschen? $/.test(before)) return NAME;
  const whole = before + after;
  if (/(?:^|\s)bei $/iu.test(before)) return NAME;
  if (/\p{Lu}\p{L}+ von $/u.test(before) && !COLOUR.test(whole)) return NAME;
  if (words.says.test(after)) return NAME;
  if (COLOUR.test(whole)) return WORD;
  return sentence.isAmongNames || tradeIn(sentence, words) > 0 ? NAME : LIKELY_WORD;
}

function tradeIn({ before, after }: Sentence, { trade }: BrandWords): number {
  return new Set(`${before} ${after}`.toLowerCase().match(trade) ?? []).size;
}

/** Words so frequent that only neighbouring words are evidence of a brand. */
const STRICT: Record<string, RegExp> = {
  ko: /^(?:다음|우리|하나|오늘|내일|지금|어제|매일|미래|처음|국민|기업|세계|대상|산업|최고|최초|진짜|한국|마음|나라|은행|지도|카드|선물|뉴스|사진|이야기|길|집|방|책|문|눈|비|배|감|말|개|차|밤|돌|산|강|들|해|달|별|새|금|은|철|물|불|빵|밥|꿈|힘|무|귤|콩|쌀|밀|소|닭|곰|매|벌|꽃|숲|섬|샘|낮|봄)$/u,
  ja: /^(?:今日|明日|世界|未来|時間|昔|中央|家|花|木|水|火|心|力|声|音|色|味|本|紙|車|店|町|村|国|父|母|子供|家族|友達|健康|自由|写真|新聞|言葉|北|南|東|西|朝|夜|昼|春|夏|秋|冬|自転車|電車|学校|病院|ポイント|カード|リンク|ライン|市場|地図|時計)$/u,
  zh: /^(?:理想|统一|简单|完美|美好|美丽|自然|安全|舒适|快速|方便|新鲜|创新|先锋|大众|得力|自如|光明|平安|智慧|天然|永久|未来|大家|今天|明天|昨天|世界|国家|人民|群众|发展|健康|时间|起点|招商|建设|工商|农业|交通|民生|中信|美的|简约|老板|家庭|朋友|孩子|进步|真实|知识|市场|学校|医院|城市|新闻|旅行|照片|地图|故事|水|火|茶|酒|油|花|树|路|书|门|包|纸|云|云朵|全家|大师|英雄|快乐|幸福|青年|远景|荣耀|东方|南方|好孩子|颜色|声音|味道)$/u,
  ar: /^(?:اليوم|جديد|كبير|صغير|جيد|افضل|سريع|سهل|وقت|عمل|بيت|دار|حياه|صحه|مال|يد|عين|يوم|ساعه|عالم|خط|نقطه|طريق|حلول|مركز|شبكه|سوق|عروض|توصيل|قيمه|قوه)$/u,
  he: /^(?:כלל|דן|דואר|רכבת|אחד|חדש|טוב|גדול|קטן|היום|מחר|זמן|עולם|בית|יד|אור|ספר|דרך|אי|הוט|איכות|תנועה|רשת|ים)$/u,
};
const STRICT_AFTER: Record<string, RegExp> = {
  ko: /^ ?(?:(?:카드|은행|금융|증권|투어|생명|캐피탈|메일|카페|뉴스|검색|포털|카카오|웹툰|앱|자동차|전자|그룹|홈쇼핑|주식|백화점)(?=[은는이가을를의에과와도로 .,]|에서|$))/u,
  ja: /^(?:社|製|ブランド|銀行|ビール|ホールディングス|グループ|株式会社|公式|証券|生命|自動車)/u,
  zh: /^ ?(?:汽车|公司|集团|品牌|电器|手机|银行|证券|保险|发布|推出|宣布|新车|车型|车主|SUV|L\d|ONE|i\d|MEGA|方便面|冰红茶|途观|途岳|帕萨特|朗逸|ID\.|人寿|牛奶|乳业|便利店|空调|冰箱|洗衣机|油烟机|文具|奶粉|租房|财报|销量|股价)/u,
  ar: /^ (?:للتجارة|للتأمين|للاتصالات|القابضة|كاش|باي|بلس)/u,
  he: /^ (?:ביטוח|פנסיה|אחזקות|חברה לביטוח|מובייל|גמל|בע["״]מ)/u,
};
const FOOD_AND_NATURE =
  /과일|비타민|영양|먹|섭취|수분|당도|재배|수확|과즙|껍질|주스|씨앗|동물|빈곤|난민|식량|아동|굶|전쟁|칼륨|요리|숲|들판|하늘에|자리|성운|함량|초콜릿|콩(?!나물)|동전을|경매|활주로/u;
/** Phrases about makers and sellers on either side of their name. */
const MARKET: Record<string, RegExp> = {
  ko: /시장 ?점유율|업계|(?:시장|판매|매출|점유율|브랜드) ?(?:순위 ?)?1위|매출|시가총액|주가/u,
  ja: /シェア(?!ハウス|リング)|業界|首位|上位に|店舗|品ぞろえ|品揃え|売り?上げ?[高が額]|株価|国内市場/u,
  zh: /市场份额|市占率|市场占有率|出货量|股价|营收|业内|行业(?:第一|排名|龙头)|销量(?:排名|第一|冠军)|品牌排名/u,
};
/** In a sentence with another known name: they are compared. */
const COMPARED: Record<string, RegExp> = {
  ko: /보다|비교|대비/u,
  ja: /より|(?:に|と)比べ|と比較|(?:と|か)どちら/u,
  zh: /比(?!较|例|赛|如|分|重)|相较|不如|不及|还是|优于|胜过/u,
  ar: /مقارنة|(?<!\p{L})أ\p{L}{2,4} (?:\p{L}+ )?من(?!\p{L})|بدلا من/u,
  he: /יותר מ|לעומת|בהשוואה|עדיפה? על/u,
};
const HEBREW_PERSON =
  /^ (?:כהן|לוי|מזרחי|פרץ|ביטון|דהן|אברהם|פרידמן|מלכה|אזולאי|כץ|יוסף|דוד|עמר|אוחיון|חדד|גבאי|בן[- ]\p{L}+|אדרי|לוין|טל|קליין|שפירא|חזן|רוזן|גולן|\p{L}{2,}(?:וביץ|ברג|מן|שטיין|סקי) (?:כתב|אמר|סיפר|הסביר|ציין|זכ|ניצח|נולד|שיחק|ערך|תרגמ?|ביימ?|הוסיפ?|מספר|טוענ?|טען|הוא|היא)\p{L}{0,2})(?!\p{L})/u;
const MODEL_AFTER = /^ ?(?:[A-Z][A-Za-z]*-?\d|\d*[A-Z]{2,}|[a-z]\d)/;

/** Evidence of the word on either side of it, if it is the brand by default. */
const THINGS: Record<string, RegExp> = {
  ja: /動物|食べ|果物|果汁|皮を|ジャム|神社|登る|畑|収穫|朝の|昇る|季節|野生|星団|品種|木の|夜空|星座|大きな|肉眼|昔話|民族|時代|維新|神宮|天皇|年間|漁|大会|選手/,
  zh: /粥|煮|水果|果树|种植|营养|谷物|杂粮|燕麦|蒸|果汁|维生素|吃|削皮|切块|切片|富含|膳食|花园|想象|引发|使人|让人|不禁|产生了|发芽|口感|脆|甜/,
};

/** Without letter case, only words are evidence. */
function verdictInUncased(sentence: Sentence, { language, kind, word }: Ordinary, words: BrandWords): number {
  const { own, before, name } = sentence;
  const tail = language === 'ko' && own.startsWith(name) ? own.slice(name.length) : '';
  const after = tail + sentence.after;
  const isBeside = words.before.test(before);
  const isCompared =
    sentence.isContrasted ||
    ((sentence.isAmongNames || sentence.hasRival) && (COMPARED[language]?.test(before + after) ?? false));
  if (STRICT[language]?.test(word))
    return isBeside || sentence.isJoined || isCompared || STRICT_AFTER[language]!.test(after) ? NAME : WORD;
  if (isBeside || words.after.test(after)) return NAME;
  if ((kind & GIVEN) !== 0 && language === 'he' && HEBREW_PERSON.test(after)) return WORD;
  if (language === 'ar' && (/^[وفبك]?(?:ال|لل)/u.test(own) || /^ ال/u.test(after)) && !name.startsWith('ال'))
    return WORD;
  if (language === 'he' && /^ו?[שכבלמ]*ה/u.test(own) && own.length > name.length) return WORD;
  if (sentence.isListed) return NAME;
  if (language === 'ko' && word === '직방' && /에(?:는|도)? $/u.test(before) && /^[이입]/u.test(after))
    return WORD;
  const whole = before + after;
  if ((language === 'ko' ? FOOD_AND_NATURE : THINGS[language])?.test(whole)) return WORD;
  if (isCompared || MODEL_AFTER.test(after) || (MARKS_ONLY.test(before) && ENTRY_END.test(after)))
    return NAME;
  const hasVerbsFirst = language === 'ar' || language === 'he';
  if (words.says.test(hasVerbsFirst ? whole : after) || MARKET[language]?.test(whole)) return NAME;
  if ((kind & BRAND_FIRST) !== 0 || kind === GIVEN) return NAME;
  const isOf = language === 'he' && / של $/u.test(before);
  return tradeIn(sentence, words) + (sentence.isAmongNames || isOf ? 1 : 0) > 1 ? NAME : LIKELY_WORD;
}
