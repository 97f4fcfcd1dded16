import { SelectField } from '../../components/form/form.tsx';
import { useCompetitors } from '../../frame/brand/competitor-field.tsx';
import { setParams } from '../../state/route.ts';

/** Which answers count, by whom they name; kept in the address. */
export function WhoField({ brandId, who }: { brandId: string; who: string | null }) {
  const competitors = useCompetitors(brandId).data?.data ?? [];
  return (
    <div class="sources-answers">
      <SelectField
        label="Answers"
        value={who ?? ''}
        options={[
          ['', 'All answers'],
          ['gap', 'A competitor and not you'],
          ['named', 'That name you'],
          ['unnamed', 'That do not name you'],
          ...competitors.map(({ id, name }) => [id, `That name ${name}`] as const),
        ]}
        onChange={(value) => setParams({ who: value })}
      />
    </div>
  );
}
