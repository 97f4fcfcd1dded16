import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-data.ts';
import { onVersion, useVersioned, type Versioned, versioned } from '../../api/versioned.ts';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/card.tsx';
import { ChangeError } from '../../components/change-error.tsx';
import { Choice } from '../../components/choice.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormError, problemOf, SelectField, TextField } from '../../components/form.tsx';
import { toast } from '../../components/toast.tsx';
import { useBrands } from '../../frame/brand.ts';
import { setParams, useRoute } from '../../state/route.ts';
import { CAMPAIGN_KINDS, CAMPAIGN_TYPES, type Campaign, isCampaignType } from './kinds.ts';

const close = () => setParams({ campaign: null, type: null, source: null });

/** Starts a campaign, or changes one. @param id null for a new one */
export function CampaignDialog({ id, onSaved }: { id: string | null; onSaved: () => void }) {
  const campaign = useVersioned(id === null ? null : ['campaign', id], () =>
    versioned(api.GET('/api/citations/campaigns/{id}', { params: { path: { id: id ?? '' } } })),
  );
  return (
    <Dialog title={id === null ? 'New campaign' : 'Edit the campaign'} onClose={close}>
      {id === null ? (
        <NewCampaign onSaved={onSaved} />
      ) : (
        <Loaded of={campaign} height={200}>
          {(found) => (
            <EditCampaign key={found.etag} of={found} onReload={campaign.reload} onSaved={onSaved} />
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

function NewCampaign({ onSaved }: { onSaved: () => void }) {
  const { params } = useRoute();
  const brands = useBrands().data?.data ?? [];
  const asked = params.get('type');
  const source = params.get('source');
  const [chosenBrand, setBrand] = useState(params.get('brand') ?? '');
  const brandId = chosenBrand || brands[0]?.id || '';
  const [type, setType] = useState(isCampaignType(asked) ? asked : 'REVIEW_GENERATION');
  const [name, setName] = useState(source === null ? '' : `${CAMPAIGN_KINDS[type].name}: ${source}`);
  const [target, setTarget] = useState('10');
  const [start, setStart] = useState('');
  const save = useAction(async () => {
    const { name: saved } = await unwrap(
      api.POST('/api/citations/campaigns', {
        body: {
          brandId,
          type,
          name: name.trim(),
          ...(target === '' ? {} : { targetCount: Number(target) }),
          ...(start === '' ? {} : { startsAt: `${start}T00:00:00Z` }),
        },
      }),
    );
    toast(`The campaign “${saved}” has started.`);
    onSaved();
    close();
  });
  return (
    <Form onSubmit={() => save.run()}>
      <SelectField
        label="Brand"
        value={brandId}
        options={brands.map((brand) => [brand.id, brand.name] as const)}
        onChange={setBrand}
        problem={problemOf(save.error, 'brandId')}
      />
      <Choice
        label="What to win"
        value={type}
        options={CAMPAIGN_TYPES.map((value) => ({ value, ...CAMPAIGN_KINDS[value] }))}
        onChange={setType}
      />
      <TextField
        label="Name"
        required
        maxLength={200}
        placeholder="Reviews this winter"
        value={name}
        onInput={setName}
        problem={problemOf(save.error, 'name')}
      />
      <div class="form-row">
        <TargetField
          type={type}
          value={target}
          onInput={setTarget}
          problem={problemOf(save.error, 'targetCount')}
        />
        <TextField
          label="First day"
          hint="Leave it empty to count from now on."
          type="date"
          value={start}
          onInput={setStart}
          problem={problemOf(save.error, 'startsAt')}
        />
      </div>
      <FormError error={save.error} fields={['brandId', 'name', 'targetCount', 'startsAt']} />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={save.isBusy} disabled={brandId === ''}>
          Start the campaign
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </Form>
  );
}

function EditCampaign({
  of,
  onReload,
  onSaved,
}: {
  of: Versioned<Campaign>;
  onReload: () => void;
  onSaved: () => void;
}) {
  const { data: campaign } = of;
  const [name, setName] = useState(campaign.name);
  const [target, setTarget] = useState(campaign.targetCount === null ? '' : String(campaign.targetCount));
  const save = useAction(async () => {
    await unwrap(
      api.PATCH('/api/citations/campaigns/{id}', {
        params: { path: { id: campaign.id }, header: onVersion(of) },
        body: { name: name.trim(), targetCount: target === '' ? null : Number(target) },
      }),
    );
    toast('The campaign is saved.');
    onSaved();
    close();
  });
  const kind = CAMPAIGN_KINDS[campaign.type];
  return (
    <Form onSubmit={() => save.run()}>
      <p>
        {kind.name}. {kind.about}
      </p>
      <TextField
        label="Name"
        required
        maxLength={200}
        value={name}
        onInput={setName}
        problem={problemOf(save.error, 'name')}
      />
      <TargetField
        type={campaign.type}
        value={target}
        onInput={setTarget}
        problem={problemOf(save.error, 'targetCount')}
      />
      <ChangeError error={save.error} fields={['name', 'targetCount']} onReload={onReload} />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={save.isBusy}>
          Save
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </Form>
  );
}

function TargetField({
  type,
  value,
  onInput,
  problem,
}: {
  type: Campaign['type'];
  value: string;
  onInput: (value: string) => void;
  problem: string | undefined;
}) {
  return (
    <TextField
      label="Target"
      hint={`How many ${CAMPAIGN_KINDS[type].counts} to win. Leave it empty for no target.`}
      type="number"
      min={1}
      max={2_147_483_647}
      step={1}
      value={value}
      onInput={onInput}
      problem={problem}
    />
  );
}
