/** Of the values those that the SQL names ($org); DuckDB refuses one that the SQL lacks. */
export function namedIn<T>(sql: string, values: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => sql.includes(`$${name}`)));
}

/** Named parameters ($org) → positional ones ($1), in order of first use. */
export function positional(sql: string): { sql: string; names: string[] } {
  const names: string[] = [];
  const text = sql.replaceAll(/\$([a-z]+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { sql: text, names };
}
