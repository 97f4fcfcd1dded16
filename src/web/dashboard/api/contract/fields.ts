import forms from 'contract:forms';
import type { OperationId } from '../client.ts';
import type { Limits } from './limits.ts';

/** The limits of the fields of a body, by their names, such as `name` or `config.model`. */
export const fieldsOf = (id: OperationId): Record<string, Limits> => forms[id] ?? {};
