/** What leaves the server. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | string | null;
}
