/** Organisations are spread over these, each with a serving file of its own in a snapshot. */
export const BUCKETS = [...'0123456789abcdef'] as const;

/** The bucket of an organisation: the last hex digit of its id, which is random. */
export function bucketOf(orgId: string): string {
  return orgId.slice(-1);
}
