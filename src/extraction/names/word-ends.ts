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

const KATAKANA = /[\u30a1-\u30fa\u30fc-\u30fe\u31f0-\u31ff]/;
const UNSPACED_LETTER = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]/u;
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
    const before = text[start - 1] ?? '';
    const after = text[end] ?? '';
    const isInner = UNSPACED_LETTER.test(before) && UNSPACED_LETTER.test(text[start] ?? '');
    const isOuter = UNSPACED_LETTER.test(after) && UNSPACED_LETTER.test(text[end - 1] ?? '');
    if (!isInner && !isOuter) return true;
    const isRunStart = !(KATAKANA.test(before) && KATAKANA.test(text[start] ?? ''));
    const isRunEnd = !(KATAKANA.test(after) && KATAKANA.test(text[end - 1] ?? ''));
    const isKatakana = KATAKANA.test(text[start] ?? '') && KATAKANA.test(text[end - 1] ?? '');
    if (isKatakana) {
      if (isRunStart && isRunEnd) return true;
      if (isRunStart && AFTER_KATAKANA.test(text.slice(end, end + 8))) return true;
      if (end - start < MIN_COMPOUND || !(isRunStart || isRunEnd)) return false;
    }
    return (
      (isRunStart && isKatakana ? true : !isInner || this.#isEnd(start)) && (!isOuter || this.#isEnd(end))
    );
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
