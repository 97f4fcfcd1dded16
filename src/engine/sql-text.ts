/** A path or text as an SQL literal: statements that name files take no parameters. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
