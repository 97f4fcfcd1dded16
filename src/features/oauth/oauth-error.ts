import { AppError, type ErrorCode } from '../../base/errors.ts';

/** The codes of OAuth's errors (RFC 6749, 7591, 8707) that this server gives itself. */
type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

const CODES: Record<number, ErrorCode> = { 401: 'unauthorized', 403: 'forbidden' };

/** A refusal in the form that clients of OAuth read. */
export function oauthError(error: OAuthCode | (string & {}), description: string, status = 400): AppError {
  return new AppError(CODES[status] ?? 'validation_error', description, {
    headers: {
      'Cache-Control': 'no-store',
      ...(status === 401 && { 'WWW-Authenticate': 'Basic realm="sightline"' }),
    },
    foreignBody: { error, error_description: description },
  });
}
