/**
 * Finds word ends in text without spaces (Chinese, Japanese), so that a name is not found inside another word. A
 * dictionary segments the text around a candidate. It splits unknown words, such as most names, into single characters,
 * which may be divided anywhere.
 */

/** Code units segmented at once, and the context on either side that determines the segmentation at the edges. */
const BLOCK = 512;
const MARGIN = 24;

// Created on first use: it takes 20 ms, and most threads never read such text.
let segmenter: Intl.Segmenter | undefined;

function isKatakana(unit: number): boolean {
  return (unit >= 0x30a1 && unit <= 0x30fe && unit !== 0x30fb) || (unit >= 0x31f0 && unit <= 0x31ff);
}

/** Whether a code unit is a Chinese or Japanese letter, surrogates excluded. */
function isUnspaced(unit: number): boolean {
  return (
    (unit >= 0x3041 && unit <= 0x9fff && (unit <= 0x31ff || unit >= 0x3400) && unit !== 0x30fb) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    unit === 0x3005
  );
}

/** Code units below this belong to scripts with spaces. */
const FIRST_UNSPACED = 0x2e80;
/** Words that follow a company's name without a word end in between. */
const AFTER_KATAKANA =
  /^(?:ジャパン|ストア|ショップ|ホールディングス|グループ|カード|ペイ|テレビ|モデル|シリーズ|プラス|プロ|ミニ|マックス|ブランド|ウォッチ|カメラ|スマホ|アプリ|オンライン|メーカー|ユーザー|サービス|ロボット|ヘッドホン|イヤホン|プレミアム|ライト|エア)/;
/** A shorter run of katakana is more often part of a compound than a name before another word. */
const MIN_COMPOUND = 4;

/** Tests whether spans of one text are whole words. Each part of the text is segmented at most once. */
export class WordEnds {
  readonly #text: string;
  /** By offset, whether a word ends or begins there; only for segmented blocks. */
  #ends: Uint8Array | undefined;
  readonly #divided = new Set<number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether [start, end) of the text is not part of another word. */
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
