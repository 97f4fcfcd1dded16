import { useAccess } from '../../api/access.ts';
import { LinkButton } from '../../components/button.tsx';
import { href } from '../../state/route.ts';
import { campaignFor } from '../campaigns/kinds.ts';
import type { SourceType } from './query.ts';

/** Starts a campaign for sources such as this one, where there is a kind of campaign for them. */
export function CampaignLink({
  sourceType,
  domain,
  source,
}: {
  sourceType: SourceType;
  domain?: string;
  /** What the campaign is called after. */
  source: string;
}) {
  const may = useAccess();
  const type = campaignFor(sourceType, domain);
  if (type === null || !may('createCampaign')) return null;
  return (
    <LinkButton size="small" href={href('campaigns', { campaign: 'new', type, source })}>
      Start a campaign
    </LinkButton>
  );
}
