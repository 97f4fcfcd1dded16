/**
 * The rules for JSON-LD of schema.org, as data. Ranges are schema.org's, with text where consumers accept it too.
 * Required and recommended properties follow Google's structured data documentation. For types that it does not cover,
 * a property is required if it identifies the thing (a name, a headline). Unlisted types and properties are not
 * checked.
 */
import type { components } from '../../contract/generated/types.ts';

export type SchemaType = components['schemas']['SchemaType'];

/** The data types of schema.org: their values are not objects. */
export type DataType = 'Text' | 'URL' | 'Date' | 'DateTime' | 'Time' | 'Number';

interface TypeData {
  /** Names of properties; of alternatives joined by "|", one is enough. */
  required: readonly string[];
  /** In the same form as `required`. */
  recommended: readonly string[];
  /** The range of each property: data types and types, the usual type first. */
  properties: Readonly<Record<string, readonly string[]>>;
}

/** A property that an object should have, with its alternatives. */
export interface PropertyNames {
  all: readonly string[];
  first: string;
}

export interface TypeRule {
  required: readonly PropertyNames[];
  recommended: readonly PropertyNames[];
  properties: TypeData['properties'];
}

/** The types that markup is generated and stored for. */
export const MAIN_TYPES: Record<SchemaType, string> = {
  ORGANIZATION: 'Organization',
  PRODUCT: 'Product',
  FAQ_PAGE: 'FAQPage',
  ARTICLE: 'Article',
  LOCAL_BUSINESS: 'LocalBusiness',
  WEBSITE: 'WebSite',
};

const TEXT = ['Text'];
const URLS = ['URL'];
const TIME = ['Date', 'DateTime'];
const IMAGE = ['ImageObject', 'URL'];
const PARTY = ['Organization', 'Person'];

const THING = {
  name: TEXT,
  alternateName: TEXT,
  description: TEXT,
  url: URLS,
  sameAs: URLS,
  image: IMAGE,
};
const ORGANIZATION = {
  ...THING,
  legalName: TEXT,
  logo: IMAGE,
  address: ['PostalAddress', 'Text'],
  telephone: TEXT,
  email: TEXT,
  contactPoint: ['ContactPoint'],
  foundingDate: ['Date'],
  founder: ['Person', 'Organization', 'Text'],
  parentOrganization: ['Organization'],
  aggregateRating: ['AggregateRating'],
  review: ['Review'],
};

const TYPES: Readonly<Record<string, TypeData>> = {
  Organization: {
    required: ['name'],
    recommended: ['url', 'logo', 'description', 'sameAs'],
    properties: ORGANIZATION,
  },
  LocalBusiness: {
    required: ['name', 'address'],
    recommended: ['url', 'telephone', 'openingHoursSpecification|openingHours', 'geo', 'image'],
    properties: {
      ...ORGANIZATION,
      openingHours: TEXT,
      openingHoursSpecification: ['OpeningHoursSpecification'],
      geo: ['GeoCoordinates'],
      priceRange: TEXT,
    },
  },
  Product: {
    required: ['name', 'offers|review|aggregateRating'],
    recommended: ['description', 'image', 'brand', 'offers'],
    properties: {
      ...THING,
      brand: ['Brand', 'Organization', 'Text'],
      manufacturer: ['Organization'],
      sku: TEXT,
      gtin: TEXT,
      releaseDate: ['Date'],
      offers: ['Offer', 'AggregateOffer'],
      aggregateRating: ['AggregateRating'],
      review: ['Review'],
    },
  },
  FAQPage: {
    required: ['mainEntity'],
    recommended: [],
    properties: {
      ...THING,
      mainEntity: ['Question'],
      publisher: PARTY,
      datePublished: TIME,
      dateModified: TIME,
    },
  },
  Article: {
    required: ['headline'],
    recommended: ['author', 'datePublished', 'dateModified', 'image', 'publisher'],
    properties: {
      ...THING,
      headline: TEXT,
      articleBody: TEXT,
      author: ['Person', 'Organization', 'Text'],
      publisher: PARTY,
      datePublished: TIME,
      dateModified: TIME,
      mainEntityOfPage: ['WebPage', 'URL'],
    },
  },
  WebSite: {
    required: ['name', 'url'],
    recommended: ['description', 'publisher'],
    properties: { ...THING, publisher: PARTY, potentialAction: ['SearchAction'] },
  },

  // Types that are nested in the main types.
  Question: {
    required: ['name', 'acceptedAnswer'],
    recommended: [],
    properties: { name: TEXT, text: TEXT, acceptedAnswer: ['Answer'], suggestedAnswer: ['Answer'] },
  },
  Answer: { required: ['text'], recommended: [], properties: { text: TEXT, url: URLS } },
  Offer: {
    required: ['price|priceSpecification', 'priceCurrency|priceSpecification'],
    recommended: ['availability', 'url'],
    properties: {
      ...THING,
      price: ['Number'],
      priceCurrency: TEXT,
      priceValidUntil: TIME,
      availability: TEXT,
      seller: PARTY,
    },
  },
  AggregateOffer: {
    required: ['lowPrice', 'priceCurrency'],
    recommended: ['highPrice', 'offerCount'],
    properties: {
      lowPrice: ['Number'],
      highPrice: ['Number'],
      offerCount: ['Number'],
      priceCurrency: TEXT,
      offers: ['Offer'],
    },
  },
  AggregateRating: {
    required: ['ratingValue', 'ratingCount|reviewCount'],
    recommended: [],
    properties: {
      ratingValue: ['Number'],
      bestRating: ['Number'],
      worstRating: ['Number'],
      ratingCount: ['Number'],
      reviewCount: ['Number'],
    },
  },
  Review: {
    required: ['author', 'reviewRating'],
    recommended: ['datePublished', 'reviewBody'],
    properties: {
      ...THING,
      author: ['Person', 'Organization', 'Text'],
      reviewRating: ['Rating'],
      reviewBody: TEXT,
      datePublished: TIME,
      publisher: PARTY,
    },
  },
  Rating: {
    required: ['ratingValue'],
    recommended: [],
    properties: { ratingValue: ['Number'], bestRating: ['Number'], worstRating: ['Number'] },
  },
  Brand: { required: ['name'], recommended: [], properties: { ...THING, logo: IMAGE } },
  Person: { required: ['name'], recommended: [], properties: { ...THING, jobTitle: TEXT, email: TEXT } },
  ImageObject: {
    required: ['url|contentUrl'],
    recommended: [],
    properties: { ...THING, contentUrl: URLS, width: ['Number', 'Text'], height: ['Number', 'Text'] },
  },
  PostalAddress: {
    required: [],
    recommended: ['streetAddress', 'addressLocality', 'postalCode', 'addressCountry'],
    properties: { streetAddress: TEXT, addressLocality: TEXT, addressRegion: TEXT, postalCode: TEXT },
  },
  ContactPoint: {
    required: ['telephone|email|url'],
    recommended: ['contactType'],
    properties: { telephone: TEXT, email: TEXT, url: URLS, contactType: TEXT },
  },
  GeoCoordinates: {
    required: ['latitude', 'longitude'],
    recommended: [],
    properties: { latitude: ['Number'], longitude: ['Number'] },
  },
  OpeningHoursSpecification: {
    required: ['opens', 'closes'],
    recommended: ['dayOfWeek'],
    properties: { opens: ['Time'], closes: ['Time'], dayOfWeek: TEXT, validFrom: TIME, validThrough: TIME },
  },
  WebPage: { required: [], recommended: [], properties: THING },
  SearchAction: {
    required: ['target', 'query-input'],
    recommended: [],
    properties: { target: ['EntryPoint', 'Text'], 'query-input': TEXT },
  },
  EntryPoint: { required: ['urlTemplate'], recommended: [], properties: { urlTemplate: TEXT } },
};

/** Common subtypes and their parents, whose rules apply to them. */
const PARENTS: Readonly<Record<string, string>> = {
  LocalBusiness: 'Organization',
  ...childrenOf(
    'Organization',
    'Corporation NGO EducationalOrganization NewsMediaOrganization OnlineBusiness SportsOrganization',
  ),
  ...childrenOf('OnlineBusiness', 'OnlineStore'),
  ...childrenOf(
    'LocalBusiness',
    'Store Restaurant Hotel Dentist FinancialService FoodEstablishment HealthAndBeautyBusiness',
  ),
  ...childrenOf(
    'LocalBusiness',
    'HomeAndConstructionBusiness LegalService LodgingBusiness MedicalBusiness ProfessionalService',
  ),
  ...childrenOf(
    'LocalBusiness',
    'AutomotiveBusiness EntertainmentBusiness RealEstateAgent SportsActivityLocation TravelAgency',
  ),
  ...childrenOf('Product', 'IndividualProduct ProductModel Vehicle'),
  ...childrenOf('Article', 'NewsArticle SocialMediaPosting BlogPosting TechArticle ScholarlyArticle Report'),
  ...childrenOf('WebPage', 'AboutPage CollectionPage ContactPage FAQPage ItemPage ProfilePage'),
};

function childrenOf(parent: string, types: string): Record<string, string> {
  return Object.fromEntries(types.split(' ').map((type) => [type, parent]));
}

/** Whether a type is the wanted one, or a subtype of it. */
export function isOfType(type: string, wanted: string): boolean {
  for (let at: string | undefined = type; at !== undefined; at = parentOf(at)) if (at === wanted) return true;
  return false;
}

const RULES = new Map(
  Object.entries(TYPES).map(([type, { required, recommended, properties }]): [string, TypeRule] => [
    type,
    { required: required.map(alternatives), recommended: recommended.map(alternatives), properties },
  ]),
);

function alternatives(names: string): PropertyNames {
  const [first = names, ...others] = names.split('|');
  return { all: [first, ...others], first };
}

/** The rule of a type, or of its nearest ancestor with a rule; undefined for an unknown type. */
export function ruleOf(type: string): TypeRule | undefined {
  for (let at: string | undefined = type; at !== undefined; at = parentOf(at)) {
    const rule = RULES.get(at);
    if (rule) return rule;
  }
  return undefined;
}

function parentOf(type: string): string | undefined {
  return Object.hasOwn(PARENTS, type) ? PARENTS[type] : undefined;
}
