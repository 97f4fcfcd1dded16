import { AppError, type ErrorCode, type Finding } from '../../base/errors.ts';

export const SCIM_JSON = 'application/scim+json';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
/** How many refusals an error lists. */
const MOST_LISTED = 10;
/** SCIM's name of an error. */
const TYPES: Partial<Record<ErrorCode, string>> = {
  conflict: 'uniqueness',
  validation_error: 'invalidValue',
  malformed_request: 'invalidSyntax',
};

/** A part of a request that cannot be done; its type is one of RFC 7644, 3.12. */
export interface Refusal extends Finding {
  type: 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget';
}

/** The error of a request with parts that cannot be done. */
export class ScimRefusal extends AppError {
  readonly type: Refusal['type'] | undefined;

  /** @param done what was done all the same, as a sentence with a blank behind it */
  constructor(refused: Refusal[], done = '') {
    const listed = refused.slice(0, MOST_LISTED);
    const others = refused.length > listed.length ? ` And ${refused.length - listed.length} more.` : '';
    const details = listed.map(({ field, message }) => ({ field, message }));
    super('validation_error', `${done}${details.map(({ message }) => message).join(' ')}${others}`, {
      body: { details },
    });
    this.type = refused[0]?.type;
  }
}

/** Whether a path is one of SCIM, whose errors have a form of their own. */
export function isScimPath(url: string): boolean {
  return /^[^?#]*\/scim\/v2(\/|$|\?)/.test(url);
}

/** An error in the form of SCIM (RFC 7644, 3.12). */
export function scimError(error: AppError): string {
  const { code, status, message, body } = error;
  const isOfFilter = body.details?.[0]?.field === 'filter';
  const known = error instanceof ScimRefusal ? error.type : TYPES[code];
  const scimType = isOfFilter ? 'invalidFilter' : known;
  return JSON.stringify({
    schemas: [ERROR],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: message,
  });
}
