/**
 * Which endings a text may put on names. Only asked where a name goes on after its last letter, and no language was
 * given; then single sentences have to do, so letters and frequent words vote.
 */

export const FINNISH = 1;
export const SLAVIC = 2;
export const TURKISH = 4;
export const HUNGARIAN = 8;
export const MALAY = 16;
export const ENGLISH = 32;
/** Names have plurals and possessives in -s, as in English, German and the Romance languages. */
export const PLURALS = 64;
/** Any of them: to find all that may be a name in some language. */
export const ANY = FINNISH | SLAVIC | TURKISH | HUNGARIAN | MALAY | ENGLISH | PLURALS;

const BY_CODE: Record<string, number> = {
  en: ENGLISH | PLURALS,
  tr: TURKISH,
  az: TURKISH,
  hu: HUNGARIAN,
  id: MALAY,
  ms: MALAY,
};
for (const code of ['fi', 'et']) BY_CODE[code] = FINNISH;
for (const code of ['pl', 'cs', 'sk', 'sl', 'hr', 'sr', 'bs', 'uk', 'ru', 'bg', 'mk', 'be']) BY_CODE[code] = SLAVIC;

const words = (list: string) => new RegExp(`(?<![\\p{L}'])(?:${list.replaceAll(' ', '|')})(?![\\p{L}'])`, 'giu');
const OTHER = PLURALS;
const VOTES: [language: number, votes: RegExp][] = [
  [ENGLISH | PLURALS, words('the of and is are was were to in for with it its that this a an you your from by on at as or be have has we i but not which who can will more than their they if when')],
  [FINNISH, /(?:aa|ää|ii|uu|yy|öö)|[äö](?=\p{L}*[äöy])|(?<=\p{L}[aeiouyäö])(?:kk|tt|ll|ss|nn)(?=[aeiouyäö])|(?:ssa|ssä|sta|stä|lla|llä|lta|ltä|lle|ksi|nen)(?!\p{L})|(?<!\p{L})(?:ja|on|ei|se|ovat|eivät|myös|kuin|tai|mutta|joka|että|voi|sen|oli|hyvä)(?!\p{L})/giu],
  [SLAVIC, /[łąęśżźćńřěůčšžťďňđ]|(?<!\p{L})(?:w|z|i|nie|jest|są|na|to|się|do|że|jak|lub|oraz|dla|po|je|se|ve|pro|od|si|nebo|který|ako|sa|pre|alebo|aj|ali|koji|što|za|s|v|k|u|ze|przez|bardzo|ten|ta|te|tego|jego|przy|pod|firmy|marki|marka)(?!\p{L})/giu],
  [TURKISH, /[ğışĞİŞ]|(?<!\p{L})(?:ve|bir|bu|için|ile|de|da|daha|çok|en|olan|olarak|gibi|kadar|marka|ürün)(?!\p{L})/gu],
  [HUNGARIAN, /[őűŐŰ]|(?<!\p{L})(?:az|egy|és|hogy|nem|is|meg|vagy|csak|van|mint|ez)(?!\p{L})/gu],
  [MALAY, words('yang dan di untuk dengan dari ini itu pada adalah tidak lebih juga atau produk')],
  [OTHER, words('der die das und ist nicht ein eine mit für von den dem im zu auf bei sind auch wird le la les des et est un une du pour dans que qui sur el los las y es por con para una del il di che per sono della o os da em não uma de het een van en voor met på och att som är det og til av ikke și este cu din')],
  [OTHER, /[ßñãõâêôçèùìòœ]/gu],
];
/** Enough to judge an answer by. */
const SAMPLE = 2000;

/**
 * The kinds of endings that names may have in a text.
 * @param language of the text, ISO 639-1; null or undefined where nobody knows
 */
export function endingsIn(text: string, language?: string | null): number {
  if (language) return BY_CODE[language] ?? OTHER;
  const sample = text.slice(0, SAMPLE);
  let best = 0;
  let kinds = 0;
  for (const [kind, votes] of VOTES) {
    const count = sample.match(votes)?.length ?? 0;
    if (count > best) kinds = kind;
    else if (count === best && count > 0) kinds |= kind;
    best = Math.max(best, count);
  }
  return best === 0 ? OTHER : kinds;
}

/** Whether a text is English, or may be: what is too short to tell is read as English. */
export function isEnglish(text: string, language?: string | null): boolean {
  if (language) return language === 'en';
  const sample = text.slice(0, SAMPLE);
  const most = (kind: boolean) =>
    Math.max(...VOTES.filter(([votes]) => ((votes & ENGLISH) !== 0) === kind).map(([, votes]) => sample.match(votes)?.length ?? 0));
  const others = most(false);
  return others < 2 || most(true) >= others;
}
