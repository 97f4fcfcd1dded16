import { Ajv } from 'ajv';
import { complaint } from './validation.ts';
import { parseDocument } from './document.ts';
import { addContractFormats } from './formats.ts';

/** Checks one run against the contract's schema Run: what is wrong with it, or null. */
export function createRunCheck(): (run: unknown) => string | null {
  const ajv = addContractFormats(new Ajv({ strict: false, verbose: true, allErrors: false }));
  const { components } = parseDocument();
  const validate = ajv.compile({ components, $ref: '#/components/schemas/Run' });
  return (run) => {
    if (validate(run)) return null;
    return complaint(validate.errors);
  };
}
