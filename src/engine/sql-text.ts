/** A path or text as an SQL literal, for statements that name files: DuckDB takes no parameters there. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
