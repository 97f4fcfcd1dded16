import { isOvertaken } from '../../api/client.ts';
import { Button } from '../button.tsx';
import { FormError } from './form.tsx';

/** Why a change was refused. Where somebody else made one first, it leads to what there is now. */
export function ChangeError({
  error,
  fields = [],
  onReload,
}: {
  error: unknown;
  /** Those whose problems are shown at the field itself. */
  fields?: readonly string[];
  onReload: () => void;
}) {
  if (!isOvertaken(error)) return <FormError error={error} fields={fields} />;
  return (
    <div class="note row spread" data-kind="warn" role="alert">
      <span>Somebody changed this meanwhile. Load it again, then make your change on what it is now.</span>
      <Button size="small" onClick={onReload}>
        Load it again
      </Button>
    </div>
  );
}
