import { ScreenHead } from '../../components/card.tsx';
import { Acts } from '../../components/list/acts.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useBrands } from '../../frame/brand/brand.ts';
import { BrandSelect } from '../../frame/brand/brand-select.tsx';
import { ChooseBrand } from '../../frame/brand/choose-brand.tsx';
import { href, useRoute } from '../../state/route.ts';
import { AlertList } from './alert-list.tsx';
import { newRule, Rules } from './rules.tsx';

/** What changed enough to act on, and the rules that look for it. */
export default function Alerts() {
  const [view = 'active'] = useRoute().path;
  if (useBrands().data?.total === 0) return <ChooseBrand title="Alerts" brand={null} />;
  return (
    <div class="stack">
      <ScreenHead
        title="Alerts"
        actions={
          <>
            <BrandSelect />
            <Acts acts={[newRule('New rule')]} on={null} />
          </>
        }
      >
        What moved more than chance explains. Rules are looked at once a day, and after new answers.
      </ScreenHead>
      <Tabs
        label="Alerts"
        tabs={[
          { text: 'Active', href: href('alerts'), isCurrent: view === 'active' },
          { text: 'Resolved', href: href('alerts/resolved'), isCurrent: view === 'resolved' },
          { text: 'Rules', href: href('alerts/rules'), isCurrent: view === 'rules' },
        ]}
      />
      {view === 'rules' ? (
        <Rules />
      ) : (
        <AlertList key={view} state={view === 'resolved' ? 'RESOLVED' : 'ACTIVE'} />
      )}
    </div>
  );
}
