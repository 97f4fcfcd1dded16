import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import type { OperationId } from '../../api/client.ts';
import { Card, Empty, ScreenHead } from '../../components/card.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { href, useRoute } from '../../state/route.ts';
import Audit from './audit.tsx';
import Brands from './brands/brands.tsx';
import Integrations from './integrations/integrations.tsx';
import Keys from './keys/keys.tsx';
import Members from './members/members.tsx';
import Organisation from './organisation/organisation.tsx';
import Plan from './plan.tsx';
import Reports from './reports/reports.tsx';
import Security from './security/security.tsx';
import SingleSignOn from './single-sign-on/single-sign-on.tsx';
import Webhooks from './webhooks/webhooks.tsx';

interface Tab {
  name: string;
  title: string;
  /** Whoever may not call this sees nothing of the tab. */
  needs: OperationId;
  Panel: ComponentType;
}

const TABS: readonly Tab[] = [
  { name: 'brands', title: 'Brands', needs: 'listBrands', Panel: Brands },
  { name: 'keys', title: 'API keys', needs: 'listApiKeys', Panel: Keys },
  { name: 'members', title: 'Members', needs: 'listMembers', Panel: Members },
  { name: 'webhooks', title: 'Webhooks', needs: 'listWebhooks', Panel: Webhooks },
  { name: 'integrations', title: 'Integrations', needs: 'listIntegrations', Panel: Integrations },
  { name: 'reports', title: 'Scheduled reports', needs: 'listReportSchedules', Panel: Reports },
  { name: 'plan', title: 'Plan and usage', needs: 'getSubscription', Panel: Plan },
  { name: 'organisation', title: 'Organisation', needs: 'getOrganisation', Panel: Organisation },
  { name: 'security', title: 'Login and mail', needs: 'getSecondFactor', Panel: Security },
  { name: 'single-sign-on', title: 'Single sign-on', needs: 'getSingleSignOn', Panel: SingleSignOn },
  { name: 'audit', title: 'Audit log', needs: 'listAuditLog', Panel: Audit },
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
        <tab.Panel />
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
