import type { Schema } from '../contract/document/schemas.ts';

/** Keywords that only this program and its documentation read. */
const OWN_KEYWORDS = ['example', 'format'];

/** The same schema as JSON Schema 2020-12, for consumers without OpenAPI. @param leftOut keywords, at any depth */
export function jsonSchema(schema: Schema, leftOut: readonly string[] = []): Schema {
  const { nullable, ...rest } = schema;
  if (nullable && rest.enum?.length === 1 && rest.enum[0] === null) return { type: 'null' };
  const converted: Schema = {};
  for (const [name, value] of Object.entries(rest)) {
    if (name.startsWith('x-') || OWN_KEYWORDS.includes(name) || leftOut.includes(name)) continue;
    if (name === 'properties')
      converted.properties = Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([field, inner]) => [
          field,
          jsonSchema(inner, leftOut),
        ]),
      );
    else if (name === 'items') converted.items = jsonSchema(value as Schema, leftOut);
    else if (name === 'anyOf' || name === 'oneOf')
      converted[name] = (value as Schema[]).map((each) => jsonSchema(each, leftOut));
    else converted[name] = typeof value === 'string' ? value.trim() : value;
  }
  if (nullable && typeof converted.type === 'string') {
    Object.assign(converted, { type: [converted.type, 'null'] });
    if (converted.enum && !converted.enum.includes(null)) converted.enum = [...converted.enum, null];
  }
  return converted;
}
