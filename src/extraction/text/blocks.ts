export type BlockKind = 'PARAGRAPH' | 'HEADING' | 'ITEM' | 'CELL' | 'CODE';

/** What a stretch of cleaned text is in the answer. */
export interface Format {
  readonly kind: BlockKind;
  /** 1-6 of a heading, 7 of a line that is bold as a whole; depth of a list entry, from 1; else 0. */
  readonly level: number;
  /** Of a table's cell: 0 in the header, from 1 below it and where there is no header; else -1. */
  readonly row: number;
  /** Of a table's cell, from 0; else -1. */
  readonly column: number;
}

/** [start, end) of cleaned text, in UTF-16 code units: never empty, without white space around it. */
export interface Block extends Format {
  readonly start: number;
  readonly end: number;
}
