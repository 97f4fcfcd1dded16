import { ApiError, unwrap } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { FormError } from '../../../components/form.tsx';

/** A resource with the version that a change of it refers to. */
export interface Stored<T> {
  value: T;
  etag: string | null;
}

/** @throws ApiError as `unwrap` */
export async function stored<T>(
  answer: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<Stored<NonNullable<T>>> {
  const arrived = await answer;
  return { value: await unwrap(Promise.resolve(arrived)), etag: arrived.response.headers.get('ETag') };
}

/** The header that refuses a change where somebody else has made one since. */
export function ifMatch({ etag }: Stored<unknown>): { 'If-Match'?: string } {
  return etag === null ? {} : { 'If-Match': etag };
}

/** A refused change. Where somebody else was faster (412) it says so, and offers what is stored now. */
export function SaveError({
  error,
  fields = [],
  onReload,
}: {
  error: unknown;
  fields?: readonly string[];
  onReload: () => void;
}) {
  if (!(error instanceof ApiError) || error.status !== 412)
    return <FormError error={error} fields={fields} />;
  return (
    <div class="note stack-small" data-kind="warn" role="alert">
      <p>
        Somebody else changed this while you were editing it, so your changes were not saved. Look at what is
        stored now, then make them again.
      </p>
      <div>
        <Button size="small" onClick={onReload}>
          Show what is stored now
        </Button>
      </div>
    </div>
  );
}
