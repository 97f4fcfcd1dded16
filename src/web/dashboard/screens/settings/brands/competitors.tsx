import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useList } from '../../../api/use-list.ts';
import type { Act } from '../../../components/acts.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { ResourceList } from '../../../components/resource-list.tsx';
import { NewSubject, subjectColumns } from './subject-list.tsx';

export function Competitors({ brand: { id } }: { brand: Schemas['Brand'] }) {
  const competitors = useList(['competitors', id], (after) =>
    unwrap(
      api.GET('/api/brands/{id}/competitors', {
        params: { path: { id }, query: { limit: 1000, ...after } },
      }),
    ),
  );
  const add: Act<null> = {
    label: 'Add a competitor',
    operation: 'createCompetitor',
    dialog: (_, ends) => (
      <FormDialog
        operation="createCompetitor"
        path={{ id }}
        title="Add a competitor"
        action="Add the competitor"
        done="The competitor is added."
        {...ends}
      >
        {(form) => <NewSubject of={form} />}
      </FormDialog>
    ),
  };
  return (
    <ResourceList
      title="Competitors"
      about="Whom answers are searched for beside the brand: reports compare them."
      list={competitors}
      one="competitor"
      csv="competitors"
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
