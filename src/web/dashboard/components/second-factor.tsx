import type { Schemas } from '../api/client.ts';
import { Copied, ShownOnce } from './shown-once.tsx';

/** What an authenticator app needs: to be typed, or opened on the same device. */
export function SecretToAdd({ secret, uri }: Schemas['SecondFactorSecret']) {
  return (
    <div class="stack-small">
      <p>
        Add this key to an authenticator app, or <a href={uri}>open it in the app</a> on this device.
      </p>
      <Copied label="The key" value={secret} />
    </div>
  );
}

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <ShownOnce
      title="Your recovery codes"
      label="Ten codes, each of which works once"
      value={codes.join('\n')}
      about="Keep them where you find them without your phone: each stands for one code of the app. They are not shown again."
      onClose={onClose}
    />
  );
}
