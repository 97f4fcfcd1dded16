import { formatCount } from '../../../../presentation/numbers.ts';
import { useAnswer } from '../../api/loading.ts';
import { href } from '../../state/route.ts';

/** How many briefs and drafts the plan still allows this month. */
export function QuotaNote() {
  const { data } = useAnswer('getSubscription');
  const content = data?.quotas.find(({ quota }) => quota === 'content');
  if (!content || content.limit === null) return null;
  if (content.limit === 0)
    return (
      <p class="note">
        Briefs and drafts are not part of your plan. <a href={href('settings/plan')}>See the plans</a>
      </p>
    );
  return (
    <p class="small muted">
      Briefs and drafts this month: {formatCount(content.used)} of {formatCount(content.limit)} that your plan
      allows.
    </p>
  );
}
