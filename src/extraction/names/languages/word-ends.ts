/**
 * Where words end in text without spaces between them (Chinese, Japanese): a name is no part of another word. A
 * dictionary divides the text around a place where a name may stand; words that it does not know, as most names, it
 * leaves in single characters, which divide everywhere.
 */

/** Code units that are divided at once, and those on either side that settle how the text at its edges is divided. */
const BLOCK = 128;
const MARGIN = 24;

// Made when first needed: 20 ms, and most threads never read such text.
let segmenter: Intl.Segmenter | undefined;

function isKatakana(unit: number): boolean {
  return (unit >= 0x30a1 && unit <= 0x30fe && unit !== 0x30fb) || (unit >= 0x31f0 && unit <= 0x31ff);
}

/** A letter of Chinese or Japanese, of those that code units stand for by themselves. */
function isUnspaced(unit: number): boolean {
  return (
    (unit >= 0x3041 && unit <= 0x9fff && (unit <= 0x31ff || unit >= 0x3400) && unit !== 0x30fb) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    unit === 0x3005
  );
}

/** Code units before it belong to scripts with spaces. */
const FIRST_UNSPACED = 0x2e80;
/** What is said after a company's name without an end of a word before it. */
const AFTER_KATAKANA =
  /^(?:ジャパン|ストア|ショップ|ホールディングス|グループ|カード|ペイ|テレビ|モデル|シリーズ|プラス|プロ|ミニ|マックス|ブランド|ウォッチ|カメラ|スマホ|アプリ|オンライン|メーカー|ユーザー|サービス|ロボット|ヘッドホン|イヤホン|プレミアム|ライト|エア)/;
/** A shorter run of katakana is part of a compound more often than a name before another word. */
const MIN_COMPOUND = 4;

/** Tells of places in one text whether whole words stand there; each part of it is divided at most once. */
export class WordEnds {
  readonly #text: string;
  /** By offset whether a word ends or begins there; of blocks that are divided. */
  #ends: Uint8Array | undefined;
  readonly #divided = new Set<number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether [start, end) of the text is no part of another word. */
  isWhole(start: number, end: number): boolean {
    const text = this.#text;
    const before = text.charCodeAt(start - 1);
    const after = text.charCodeAt(end);
    if (!(before >= FIRST_UNSPACED) && !(after >= FIRST_UNSPACED)) return true;
    const first = text.charCodeAt(start);
    const last = text.charCodeAt(end - 1);
    const isInner = isUnspaced(before) && isUnspaced(first);
    const isOuter = isUnspaced(after) && isUnspaced(last);
    if (!isInner && !isOuter) return true;
    if (!(isKatakana(first) && isKatakana(last)))
      return (!isOuter || this.#isEnd(end)) && (!isInner || this.#isEnd(start));
    const isRunStart = !isKatakana(before);
    const isRunEnd = !isKatakana(after);
    if (isRunStart && (isRunEnd || AFTER_KATAKANA.test(text.slice(end, end + 8)))) return true;
    if (end - start < MIN_COMPOUND || !(isRunStart || isRunEnd)) return false;
    return (isRunStart || this.#isEnd(start)) && (isRunEnd || this.#isEnd(end));
  }

  /** Whether a word may end at an offset: false inside words of the dictionary. */
  isEnd(at: number): boolean {
    const after = this.#text.charCodeAt(at);
    if (!(after >= FIRST_UNSPACED) || isKatakana(after) || !isUnspaced(after)) return true;
    return !isUnspaced(this.#text.charCodeAt(at - 1)) || this.#isEnd(at);
  }

  #isEnd(at: number): boolean {
    this.#ends ??= new Uint8Array(this.#text.length + 1);
    const block = Math.floor(at / BLOCK);
    if (!this.#divided.has(block)) this.#divide(block, this.#ends);
    return this.#ends[at] === 1;
  }

  #divide(block: number, ends: Uint8Array): void {
    this.#divided.add(block);
    segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
    const first = block * BLOCK;
    const from = Math.max(0, first - MARGIN);
    for (const { index } of segmenter.segment(this.#text.slice(from, first + BLOCK + MARGIN))) {
      const at = from + index;
      if (at >= first && at < first + BLOCK) ends[at] = 1;
    }
    ends[this.#text.length] = 1;
  }
}
