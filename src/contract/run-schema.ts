import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { complaint } from './complaint.ts';
import { parseDocument } from './document.ts';

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** Checks one run against the contract's schema Run: what is wrong with it, or null. */
export function createRunCheck(): (run: unknown) => string | null {
  const ajv = new Ajv({ strict: false, verbose: true, allErrors: false });
  addFormats(ajv, ['date-time']);
  const { components } = parseDocument();
  const validate = ajv.compile({ components, $ref: '#/components/schemas/Run' });
  return (run) => {
    if (validate(run)) return null;
    const [error] = validate.errors ?? [];
    return error ? complaint(error) : 'This is not a valid run.';
  };
}
