import type { Brand } from '../brands/brands.ts';
import { MAIN_TYPES, ruleOf, type SchemaType } from './schema-org.ts';
import { isNode, isReference, refuseDeep } from './validation.ts';
import { isDataType } from './values.ts';

type Fields = Record<string, unknown>;

/** The properties that come from the stored brand, by type of markup. */
const BRAND_PROPERTIES: Record<SchemaType, (brand: Brand) => Fields> = {
  ORGANIZATION: thing,
  LOCAL_BUSINESS: thing,
  PRODUCT: (brand) => ({ ...thing(brand), brand: { '@type': 'Brand', name: brand.name } }),
  FAQ_PAGE: (brand) => ({ publisher: organisation(brand) }),
  ARTICLE: (brand) => ({ publisher: organisation(brand) }),
  WEBSITE: (brand) => ({ ...thing(brand), publisher: organisation(brand) }),
};

/**
 * Generates JSON-LD of a type from the brand and the caller's fields, which take precedence. A null field omits its
 * property.
 * @throws AppError validation_error when the fields nest too deeply
 */
export function generateJsonLd(type: SchemaType, brand: Brand, fields: Fields = {}): Fields {
  refuseDeep(fields, 'fields');
  const properties = { ...BRAND_PROPERTIES[type](brand), ...fields };
  const present = Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
  return typed({ '@context': 'https://schema.org', '@type': MAIN_TYPES[type], ...present });
}

/** A node whose nested untyped objects get the usual type of their property. */
function typed(node: Fields): Fields {
  const members = Object.entries(node);
  if (members.length === 0) return node;
  const { '@type': type } = node;
  const properties = (typeof type === 'string' && ruleOf(type)?.properties) || {};
  const within = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => within(name, one));
    if (!isNode(value) || name.startsWith('@')) return value;
    const usual = Object.hasOwn(properties, name)
      ? properties[name]?.find((entry) => !isDataType(entry))
      : undefined;
    const isUntyped = value['@type'] === undefined && value['@value'] === undefined && !isReference(value);
    return typed(usual !== undefined && isUntyped ? { '@type': usual, ...value } : value);
  };
  return Object.fromEntries(members.map(([name, value]) => [name, within(name, value)]));
}

function thing({ name, website, description }: Brand): Fields {
  return { name, url: website, description };
}

function organisation({ name, website }: Brand): Fields {
  return { '@type': 'Organization', name, ...(website === null ? {} : { url: website }) };
}
