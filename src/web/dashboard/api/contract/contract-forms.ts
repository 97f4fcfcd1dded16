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

/** The request of a change or a list, and the fields of its body by their names, such as `name` or `config.model`. */
export interface CallOfPage {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  fields?: Record<string, Limits>;
}
