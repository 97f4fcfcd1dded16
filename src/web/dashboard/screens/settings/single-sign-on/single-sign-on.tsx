import { stored } from '../../../api/client.ts';
import { useVersioned } from '../../../api/loading.ts';
import { Loaded } from '../../../components/card.tsx';
import { Domains } from './domains.tsx';
import { Only } from './only.tsx';
import { Provider } from './provider.tsx';
import { Scim } from './scim.tsx';

/** Logins by the organisation's own provider, for its OWNERs. */
export default function SingleSignOn() {
  const provider = useVersioned(['single sign-on'], () => stored('putSingleSignOn'));
  return (
    <Loaded of={provider} height={400}>
      {(version) => (
        <div class="stack">
          <Provider key={version.etag} of={version} onChange={provider.reload} />
          {version.data.isOn && (
            <>
              <Domains of={version.data} onChange={provider.reload} />
              <Only of={version} onChange={provider.reload} />
              <Scim />
            </>
          )}
        </div>
      )}
    </Loaded>
  );
}
