import type { Schemas } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { SelectField, TextField } from '../../../components/form/form.tsx';
import type { Bound } from '../../../components/form/form-of.ts';
import { titled } from '../../../state/text.ts';

type Role = Schemas['SingleSignOnRole'];

/** Roles that a provider can give. */
export const ROLES = ['ADMIN', 'MEMBER', 'VIEWER'] as const;
const NEW: Role = { value: '', role: 'VIEWER' };

/** Which value of the claim gives which role. */
export function RolesField({ value: roles = [], onChange, problem }: Bound<Role[]>) {
  const change = (at: number, changes: Partial<Role>) =>
    onChange(roles.map((one, index) => (index === at ? { ...one, ...changes } : one)));
  return (
    <fieldset class="field">
      <legend class="label">Roles by the claim</legend>
      <span class="hint">The most powerful one counts, at each login.</span>
      <div class="stack-small">
        {roles.map(({ value, role }, at) => (
          <div key={at} class="row settings-role">
            <TextField label="Value" value={value} required onInput={(text) => change(at, { value: text })} />
            <SelectField
              label="Role"
              value={role}
              options={ROLES.map((one) => [one, titled(one)] as const)}
              onChange={(chosen) => change(at, { role: chosen })}
            />
            <Button
              size="small"
              aria-label={`Remove ${value || 'this row'}`}
              onClick={() => onChange(roles.toSpliced(at, 1))}
            >
              Remove
            </Button>
          </div>
        ))}
        <div>
          <Button size="small" onClick={() => onChange([...roles, NEW])}>
            Add a value
          </Button>
        </div>
      </div>
      {problem !== undefined && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </fieldset>
  );
}
