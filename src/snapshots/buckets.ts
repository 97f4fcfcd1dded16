/** Organisations are spread over these by the last hex digit of their id. */
export const BUCKETS = [...'0123456789abcdef'] as const;

/** The part of the snapshot an organisation is in: the last hex digit of its id, which is random. */
export function bucketOf(orgId: string): string {
  return orgId.slice(-1);
}
