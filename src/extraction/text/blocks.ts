export type BlockKind = 'PARAGRAPH' | 'HEADING' | 'ITEM' | 'CELL' | 'CODE';

/** The role of a range of cleaned text in the answer. */
export interface Format {
  readonly kind: BlockKind;
  /** 1-6 for a heading, 7 for a line that is entirely bold; depth of a list entry, from 1; otherwise 0. */
  readonly level: number;
  /** Row of a table cell: 0 in the header, from 1 below it or in a table without a header; otherwise -1. */
  readonly row: number;
  /** Column of a table cell, from 0; otherwise -1. */
  readonly column: number;
}

/** [start, end) of cleaned text, in UTF-16 code units: never empty, without white space around it. */
export interface Block extends Format {
  readonly start: number;
  readonly end: number;
}
