import { useEffect, useRef } from 'preact/hooks';
import { type OperationId, useAccess } from '../../api/access.ts';
import { Card, Empty, ScreenHead } from '../../components/card.tsx';
import { Lazy, type Load } from '../../components/lazy.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { href, useRoute } from '../../state/route.ts';

interface Tab {
  name: string;
  title: string;
  /** Whoever may not call this sees nothing of the tab. */
  needs: OperationId;
  load: Load;
}

/** Each is a script of its own: most visits open one. */
const TABS: readonly Tab[] = [
  { name: 'brands', title: 'Brands', needs: 'listBrands', load: () => import('./brands/brands.tsx') },
  { name: 'keys', title: 'API keys', needs: 'listApiKeys', load: () => import('./keys/keys.tsx') },
  { name: 'members', title: 'Members', needs: 'listMembers', load: () => import('./members/members.tsx') },
  {
    name: 'webhooks',
    title: 'Webhooks',
    needs: 'listWebhooks',
    load: () => import('./webhooks/webhooks.tsx'),
  },
  {
    name: 'integrations',
    title: 'Integrations',
    needs: 'listIntegrations',
    load: () => import('./integrations/integrations.tsx'),
  },
  { name: 'plan', title: 'Plan and usage', needs: 'getSubscription', load: () => import('./plan.tsx') },
  {
    name: 'organisation',
    title: 'Organisation',
    needs: 'getOrganisation',
    load: () => import('./organisation/organisation.tsx'),
  },
  { name: 'audit', title: 'Audit log', needs: 'listAuditLog', load: () => import('./audit.tsx') },
];

export default function Settings() {
  const { path } = useRoute();
  const may = useAccess();
  const allowed = TABS.filter(({ needs }) => may(needs));
  const asked = TABS.find(({ name }) => name === path[0]);
  const tab = asked ?? allowed[0];
  const screen = useRef<HTMLDivElement>(null);
  // On a phone not all tabs are in sight.
  useEffect(() => {
    const current = screen.current?.querySelector<HTMLElement>('.tabs a[aria-current]');
    if (current?.parentElement) current.parentElement.scrollLeft = current.offsetLeft - 60;
  }, [tab]);
  return (
    <div ref={screen} class="settings stack">
      <ScreenHead title="Settings" />
      <Tabs
        label="Settings"
        tabs={allowed.map(({ name, title }) => ({
          text: title,
          href: href(`settings/${name}`),
          isCurrent: name === tab?.name,
        }))}
      />
      {tab !== undefined && may(tab.needs) ? (
        <Lazy key={tab.name} load={tab.load} />
      ) : (
        <Card title={tab?.title ?? 'Settings'}>
          <Empty title="Your role does not show this">
            Ask an admin or the owner of the organisation: they can do it, or give you another role.
          </Empty>
        </Card>
      )}
    </div>
  );
}
