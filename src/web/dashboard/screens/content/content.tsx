import { LinkButton } from '../../components/button.tsx';
import { ScreenHead } from '../../components/card.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useBrands } from '../../frame/brand/brand.ts';
import { BrandSelect } from '../../frame/brand/brand-select.tsx';
import { ChooseBrand } from '../../frame/brand/choose-brand.tsx';
import { href, useRoute } from '../../state/route.ts';
import { BriefView } from './brief.tsx';
import { Briefs } from './briefs.tsx';
import { DraftView } from './draft.tsx';
import { Drafts } from './drafts.tsx';

/** What a page has to answer so that AI answers name the brand, and the texts that come of it. */
export default function Content() {
  const {
    path: [view = 'briefs', id],
  } = useRoute();
  const brands = useBrands().data;
  if (view === 'brief' && id !== undefined) return <BriefView key={id} id={id} />;
  if (view === 'draft' && id !== undefined) return <DraftView key={id} id={id} />;
  if (brands?.total === 0) return <ChooseBrand title="Content" brand={null} />;
  const isDrafts = view === 'drafts';
  return (
    <div class="stack">
      <ScreenHead
        title="Content"
        actions={
          <>
            <BrandSelect />
            {isDrafts ? (
              <LinkButton kind="primary" href={href('content/drafts', { draft: 'new' })} needs="createDraft">
                New draft
              </LinkButton>
            ) : (
              <LinkButton kind="primary" href={href('content', { brief: 'new' })} needs="createBrief">
                New brief
              </LinkButton>
            )}
          </>
        }
      >
        A brief says what a page has to answer, from the answers that do not name you. A draft is its text.
      </ScreenHead>
      <Tabs
        label="Content"
        tabs={[
          { text: 'Briefs', href: href('content'), isCurrent: !isDrafts },
          { text: 'Drafts', href: href('content/drafts'), isCurrent: isDrafts },
        ]}
      />
      {isDrafts ? <Drafts /> : <Briefs />}
    </div>
  );
}
