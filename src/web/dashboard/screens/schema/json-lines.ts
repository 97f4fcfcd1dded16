/** Where each value of a JSON text begins: its path, such as `mainEntity[0].name`, and its line, from 1. */
export function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>([['', 1]]);
  let at = 0;
  let line = 1;
  // Commas and colons say nothing more in a text that is known to be JSON.
  const skip = () => {
    for (; at < text.length && ' \t\r\n,:'.includes(text[at]!); at++) if (text[at] === '\n') line++;
  };
  const readString = (): string => {
    const start = at++;
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at++;
    return JSON.parse(text.slice(start, at)) as string;
  };
  const readValue = (path: string) => {
    skip();
    if (!lines.has(path)) lines.set(path, line);
    const first = text[at];
    if (first === '"') readString();
    else if (first === '{' || first === '[') {
      at++;
      skip();
      for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index++) {
        const keyLine = line;
        const child = first === '[' ? `${path}[${index}]` : `${path}${path === '' ? '' : '.'}${readString()}`;
        lines.set(child, keyLine);
        readValue(child);
        skip();
      }
      at++;
    } else while (at < text.length && !' \t\r\n,]}'.includes(text[at]!)) at++;
  };
  readValue('');
  return lines;
}

/** The line of a path, or of what it would be in. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number {
  for (let part = path; part !== ''; part = part.replace(/(\.?[^.[\]]+|\[\d+\])$/, '')) {
    const line = lines.get(part);
    if (line !== undefined) return line;
    if (!/(\.?[^.[\]]+|\[\d+\])$/.test(part)) break;
  }
  return 1;
}

/** What a text holds, or why it is no JSON and on which line, as far as the browser tells. */
export function parse(text: string): { value: unknown } | { problem: string; line: number | null } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /position (\d+)/.exec(message)?.[1];
    const line =
      /line (\d+)/.exec(message)?.[1] ??
      (position === undefined ? null : text.slice(0, Number(position)).split('\n').length);
    return { problem: message, line: line === null ? null : Number(line) };
  }
}
