import type { Schemas } from '../../../api/client.ts';
import { useRows } from '../../../api/loading.ts';
import type { Act } from '../../../components/list/acts.tsx';
import { formAct } from '../../../components/list/form-act.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import { NewSubject, subjectColumns } from './subject-list.tsx';

/** @param onChange told of a competitor that was added or removed */
export function Competitors({ brand: { id }, onChange }: { brand: Schemas['Brand']; onChange?: () => void }) {
  const competitors = useRows('listCompetitors', {}, { id });
  const reload = () => {
    competitors.reload();
    onChange?.();
  };
  const add: Act<null> = formAct({
    label: 'Add a competitor',
    operation: 'createCompetitor',
    form: {
      path: { id },
      title: 'Add a competitor',
      action: 'Add the competitor',
      done: 'The competitor is added.',
      fields: (form) => <NewSubject of={form} />,
    },
  });
  return (
    <ResourceList
      title="Competitors"
      about="Whom answers are searched for beside the brand: reports compare them."
      list={{ ...competitors, reload }}
      one="competitor"
      nameOf={(one) => one.name}
      columns={subjectColumns<Schemas['Competitor']>('Name', `settings/brands/${id}`)}
      acts={acts}
      creates={[add]}
      empty={[
        'There is no competitor yet',
        'With competitors, reports show your share of voice and your place among them.',
      ]}
    />
  );
}

const acts: Act<Schemas['Competitor']>[] = [
  {
    label: 'Remove',
    operation: 'deleteCompetitor',
    kind: 'danger',
    confirm: ({ name }) => ({
      title: `Remove ${name}?`,
      action: 'Remove the competitor',
      text: 'It leaves all reports, those of past days too: stored answers are read again without it, and shares of voice change. Added anew, it is looked for in all stored answers again.',
    }),
    done: ({ name }) => `${name} is removed.`,
  },
];
