import { api, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { formatCount } from '../../components/numbers.tsx';

/** How many briefs and drafts the plan still allows this month. */
export function QuotaNote() {
  const { data } = useData(['subscription', 'content'], () => unwrap(api.GET('/api/subscription')));
  const content = data?.quotas.find(({ quota }) => quota === 'content');
  if (!content || content.limit === null) return null;
  return (
    <p class="small muted">
      Briefs and drafts made this month: {formatCount(content.used)} of {formatCount(content.limit)} that your
      plan allows.
    </p>
  );
}
