/** A set with a value in it or not. */
export function toggled(set: ReadonlySet<string>, value: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(value);
  else next.delete(value);
  return next;
}
