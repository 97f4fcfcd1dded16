import type { FormOf } from '../../components/form/form-of.ts';
import { AddressedForm } from '../../components/list/form-act.tsx';
import { BrandField } from '../../frame/brand/brand-field.tsx';
import { useRoute } from '../../state/route.ts';
import { CAMPAIGN_KINDS, CAMPAIGN_TYPES, type CampaignType, isCampaignType } from './kinds.ts';

type Form = FormOf<'createCampaign'>;

/** How many sources to win, where nothing else was asked for. */
const TARGET = 10;

/** Starts a campaign, whose fields the address may fill in, or changes one. */
export function CampaignForm({ onDone }: { onDone: () => void }) {
  const { params } = useRoute();
  const [asked, source] = [params.get('type'), params.get('source')];
  const type = isCampaignType(asked) ? asked : 'REVIEW_GENERATION';
  return (
    <AddressedForm
      param="campaign"
      others={['type', 'source', 'target']}
      create={{
        operation: 'createCampaign',
        title: 'New campaign',
        action: 'Start the campaign',
        first: {
          type,
          targetCount: Number(params.get('target')) || TARGET,
          name: source && `${CAMPAIGN_KINDS[type].name}: ${source}`,
        },
        done: ({ name }) => `The campaign “${name}” has started.`,
        fields: (form) => (
          <>
            <form.Custom name="brandId">{(field) => <BrandField {...field} />}</form.Custom>
            <form.Field
              name="type"
              label="What to win"
              choices={CAMPAIGN_TYPES.map((value) => ({ value, ...CAMPAIGN_KINDS[value] }))}
            />
            <Fields of={form} type={form.value('type') ?? type} />
          </>
        ),
      }}
      edit={{
        operation: 'updateCampaign',
        title: 'Edit the campaign',
        done: 'The campaign is saved.',
        fields: (form) =>
          form.stored && <Fields of={form as unknown as Form} type={form.stored.type} isStored />,
      }}
      onDone={onDone}
    />
  );
}

/** @param isStored its kind and its first day stay as they are */
function Fields({ of: form, type, isStored }: { of: Form; type: CampaignType; isStored?: boolean }) {
  const kind = CAMPAIGN_KINDS[type];
  return (
    <>
      {isStored && (
        <p>
          {kind.name}. {kind.about}
        </p>
      )}
      <form.Field name="name" label="Name" placeholder="Reviews this winter" />
      <div class="form-row">
        <form.Field
          name="targetCount"
          label="Target"
          hint={`How many ${kind.counts} to win. Leave it empty for no target.`}
        />
        {!isStored && (
          <form.Field
            name="startsAt"
            label="First day"
            kind="day"
            hint="Leave it empty to count from now on."
          />
        )}
      </div>
    </>
  );
}
