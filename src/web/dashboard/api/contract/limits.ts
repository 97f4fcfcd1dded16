/** What a field of a request may hold, as the contract says. */
export interface Limits {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  required?: boolean;
  nullable?: boolean;
  format?: string;
  enum?: string[];
  /** What the server takes where it is left out. */
  first?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  /** The pattern in words: a text must … */
  meaning?: string;
  items?: Limits;
}
