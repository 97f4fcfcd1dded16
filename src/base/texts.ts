/** Whether Postgres stores a text unchanged: one without a NUL and without half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A text as Postgres can store it, cut to a number of UTF-16 units. */
export function storable(text: string, most: number): string {
  return text.replaceAll('\0', '').slice(0, most).toWellFormed();
}
