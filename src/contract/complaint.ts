import type { ErrorObject } from 'ajv';
import { closest } from 'fastest-levenshtein';

const FORMATS: Record<string, string> = {
  date: 'a date that exists, YYYY-MM-DD',
  'date-time': 'a date and time with its zone, such as 2026-11-19T09:30:00Z',
  uri: 'an absolute URL',
  email: 'an email address',
};

/** Says what is wrong with a value, naming the field and the fix. Never repeats the value. */
export function complaint(error: ErrorObject): string {
  const field = fieldName(error);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const known = knownNames(error);
      const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
      const nearest = known.length > 0 && name.length <= 60 ? ` Did you mean "${closest(name, known)}"?` : '';
      const all = field && known.length <= 6 ? ` Its fields are ${known.join(', ')}.` : '';
      return `${shown} is not a field${field ? ` of ${field}` : ''}.${nearest}${all}`;
    }
    case 'required':
      return `${join(field, String(params['missingProperty']))} is required.`;
    case 'enum':
      return `${field} must be one of ${(params['allowedValues'] as unknown[]).map(String).join(', ')}.`;
    case 'format':
      return `${field} must be ${FORMATS[String(params['format'])] ?? `of the format ${params['format']}`}.`;
    case 'type':
      return `${field || 'The body'} must be ${article(String(params['type']))}.`;
    case 'pattern':
      return `${field} must match ${params['pattern']}.`;
    default:
      return `${field || 'The body'} ${error.message ?? 'is not valid'}.`;
  }
}

/** /requestBody/citations/0/url → citations[0].url */
function fieldName(error: ErrorObject): string {
  return error.instancePath
    .replace(/^\/(requestBody|query|path|header)/, '')
    .split('/')
    .slice(1)
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '');
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function knownNames(error: ErrorObject): string[] {
  const parent = error.parentSchema as { properties?: Record<string, unknown> } | undefined;
  return Object.keys(parent?.properties ?? {});
}
