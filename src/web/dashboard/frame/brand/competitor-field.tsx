import { useAnswer } from '../../api/loading.ts';
import { SelectField } from '../../components/form/form.tsx';

/** The competitors of a brand; an empty id loads none. */
export function useCompetitors(brandId: string) {
  return useAnswer(
    'listCompetitors',
    brandId === '' ? null : { path: { id: brandId }, query: { limit: 1000 } },
  );
}

/** One of the competitors of a brand, or none. @param none the words for none */
export function CompetitorField({
  brandId,
  label,
  none,
  value,
  onChange,
  problem,
}: {
  brandId: string;
  label: string;
  none: string;
  value: string;
  onChange: (id: string) => void;
  problem: string | undefined;
}) {
  const { data } = useCompetitors(brandId);
  return (
    <SelectField
      label={label}
      value={value}
      options={[['', none], ...(data?.data ?? []).map(({ id, name }) => [id, name] as const)]}
      onChange={onChange}
      problem={problem}
      hint={data?.total === 0 ? 'This brand has no competitors yet: add them in the settings.' : undefined}
    />
  );
}
