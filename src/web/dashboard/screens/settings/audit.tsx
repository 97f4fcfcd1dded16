import roles from 'contract:roles';
import { capitalised } from '../../../../presentation/text.ts';
import type { Schemas } from '../../api/client.ts';
import { useRows } from '../../api/loading.ts';
import { SelectField } from '../../components/form/form.tsx';
import { momentColumn, textColumn } from '../../components/list/columns.tsx';
import { ResourceList } from '../../components/list/resource-list.tsx';
import type { Column } from '../../components/table/table.tsx';
import { useMembers } from '../../frame/members.ts';
import { setParams, useRoute } from '../../state/route.ts';

type Entry = Schemas['AuditEntry'];

const ACTORS: Record<Entry['actorType'], string> = {
  USER: 'a removed account',
  API_KEY: 'an API key',
  SERVER_ADMIN: 'the administrator of the server',
  OPERATOR: 'the operator of the server',
  SYSTEM: 'the server by itself',
};

/** What the operator does by the command line is no operation of the contract. */
const BY_COMMAND_LINE = [
  'createOrganisation',
  'suspendOrganisation',
  'resumeOrganisation',
  'changeLimits',
  'inviteOwner',
  'putBrands',
  'resetPassword',
  'reextract',
];

/** Names of the API whose words are other ones on screen. */
const WORDS: Record<string, string> = {
  adoptMentionCorrections: 'Adopt corrections of mentions',
  archiveQuery: 'Archive prompt',
  bulkCreateQueries: 'Create prompts',
  createCorrectionBatch: 'Correct many answers',
  createQuery: 'Create prompt',
  ingestRuns: 'Send answers',
  deleteBrandCorrection: 'Undo correction of an answer about a brand',
  deleteCorrectionBatch: 'Undo correction of many answers',
  deleteCompetitorCorrection: 'Undo correction of an answer about a competitor',
  mergeLookAlikes: 'Merge prompts in several spellings',
  undoMerge: 'Undo a merge of prompts',
  putBrandCorrection: 'Correct an answer about a brand',
  putBrands: 'Send brands',
  putCompetitorCorrection: 'Correct an answer about a competitor',
  query: 'Prompt',
  reextract: 'Read answers again',
  rotateApiKey: 'Replace API key',
  rotateWebhookSecret: 'Replace webhook secret',
  run: 'Answer',
  runQueries: 'Ask prompts',
  runQuery: 'Ask prompt',
  scheduleQueries: 'Schedule prompts',
  updateMention: 'Correct mention',
  updateQuery: 'Change prompt',
};

/** The changes that can be looked for: all that need a role are noted, but for those that only read. */
const ACTIONS = [...Object.keys(roles), ...BY_COMMAND_LINE]
  .filter((action) => !/^(list|get|download|preview|check)/.test(action))
  .toSorted();

/** Who changed what, newest first. */
export default function Audit() {
  const { params } = useRoute();
  const action = params.get('action');
  const actorId = params.get('actor');
  const entries = useRows('listAuditLog', { action, actorId, limit: 50 });
  const { members } = useMembers();
  return (
    <ResourceList
      title="Audit log"
      about="Who changed what, and when. The newest is first."
      list={entries}
      one="entry"
      many="entries"
      isSearched={false}
      nameOf={({ id }) => id}
      columns={columns}
      empty={['Nothing was changed so', 'Choose everything, by anybody, to see all that was changed.']}
      height={300}
    >
      <div class="form-row">
        <SelectField
          label="What was done"
          value={action ?? ''}
          options={[
            ['', 'Everything'],
            ...withCurrent(ACTIONS, action).map((one) => [one, wordsOf(one)] as const),
          ]}
          onChange={(value) => setParams({ action: value })}
        />
        <SelectField
          label="By whom"
          value={actorId ?? ''}
          options={[
            ['', 'Anybody'],
            ...withCurrent(
              members.map(({ id }) => id),
              actorId,
            ).map((id) => [id, members.find((one) => one.id === id)?.email ?? id] as const),
          ]}
          onChange={(value) => setParams({ actor: value })}
        />
      </div>
    </ResourceList>
  );
}

const columns: Column<Entry>[] = [
  momentColumn('When', ({ at }) => at),
  textColumn('Who', actorOf, ({ address }) => address && `from ${address}`),
  { name: 'What', cell: ({ action }) => wordsOf(action), value: ({ action }) => action },
  {
    ...textColumn<Entry>(
      'Of',
      ({ targetType }) => wordsOf(targetType),
      ({ targetId }) => targetId !== null && <code>{targetId}</code>,
    ),
    value: ({ targetType, targetId }) => `${targetType} ${targetId ?? ''}`,
  },
  {
    name: 'Details',
    cell: ({ details }) => <Details of={details} />,
    value: ({ details }) => JSON.stringify(details),
  },
];

function Details({ of }: { of: Entry['details'] }) {
  const shown = Object.entries(of ?? {}).filter(([, value]) => value !== null);
  return shown.map(([name, value]) => (
    <div key={name} class="small settings-url">
      <span class="muted">{wordsOf(name)}:</span> {textOf(value)}
    </div>
  ));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const isOfTexts = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isOfTexts ? value.join(', ') || '–' : JSON.stringify(value);
}

function actorOf({ actorType, actorEmail, actorId }: Entry): string {
  if (actorEmail !== null) return actorEmail;
  return actorType === 'API_KEY' ? `${ACTORS[actorType]} (${actorId})` : ACTORS[actorType];
}

/** Words of a name of the API: createBrand as Create brand. */
function wordsOf(name: string): string {
  const known = WORDS[name];
  if (known !== undefined) return known;
  const words = name
    .replace(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase()
    .trim();
  return capitalised(words).replace(/\bapi\b/i, 'API');
}

/** The choices with the one that the address has, which may be none of them. */
function withCurrent(choices: readonly string[], current: string | null): readonly string[] {
  return current === null || choices.includes(current) ? choices : [current, ...choices];
}
