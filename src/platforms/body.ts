/** A body without the mark of its encoding, as JSON; undefined: it is none. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** A member of a body of unknown shape. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The texts among the members of a list. */
export function texts(value: unknown): string[] {
  return list(value).filter((text) => typeof text === 'string');
}

export function textAt(value: unknown, ...path: string[]): string | null {
  const text = at(value, ...path);
  return typeof text === 'string' ? text : null;
}

/** The name of the first member of an object; undefined: it has none. */
export function firstName(value: unknown): string | undefined {
  if (typeof value !== 'object') return undefined;
  for (const name in value) return name;
  return undefined;
}

export function count(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}

export function scaled(value: unknown, factor: number): number | null {
  return typeof value === 'number' && value >= 0 && value * factor < 1e12 ? Math.round(value * factor) : null;
}
