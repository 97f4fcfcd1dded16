import type { Schemas } from '../../api/client.ts';

export type SchemaType = Schemas['SchemaType'];
export type Finding = Schemas['SchemaFinding'];
export type JsonLd = Schemas['JsonLd'];

/** What each kind of markup is for, in the order to begin with. */
export const SCHEMA_KINDS: Record<SchemaType, { name: string; about: string }> = {
  ORGANIZATION: {
    name: 'Organization',
    about: 'Who you are: name, address of the site, logo, profiles elsewhere. For your home page.',
  },
  WEBSITE: { name: 'Website', about: 'The site as a whole, and how to search it. For your home page.' },
  PRODUCT: {
    name: 'Product',
    about: 'One product with its offers and reviews. For the page of that product.',
  },
  FAQ_PAGE: {
    name: 'Questions and answers',
    about: 'Questions with their answers. For a page that shows both.',
  },
  ARTICLE: { name: 'Article', about: 'Headline, author and dates. For one article.' },
  LOCAL_BUSINESS: {
    name: 'Local business',
    about: 'Address, opening hours and telephone. For the page of a place that people visit.',
  },
};
export const SCHEMA_TYPES = Object.keys(SCHEMA_KINDS) as SchemaType[];

export const textOf = (jsonLd: JsonLd): string => JSON.stringify(jsonLd, null, 2);

/** The markup as it goes into a page. Nothing in it can end the script. */
export const scriptOf = (jsonLd: JsonLd): string =>
  `<script type="application/ld+json">\n${textOf(jsonLd).replaceAll('<', '\\u003c')}\n</script>`;
