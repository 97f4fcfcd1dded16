/** The parts of a snapshot that organisations are spread over. */
export const BUCKETS = [...'0123456789abcdef'] as const;

/** The bucket of an organisation: the last hex digit of its id, which is random. */
export function bucketOf(orgId: string): string {
  return orgId.slice(-1);
}
