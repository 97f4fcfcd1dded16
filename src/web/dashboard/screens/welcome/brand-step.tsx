import { useAccess } from '../../api/access.ts';
import { call } from '../../api/client.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ContractForm } from '../../components/form/contract-form.tsx';
import { useBrands } from '../../frame/brand/brand.ts';
import { go, href } from '../../state/route.ts';
import type { StepProps } from './setup.ts';

export function BrandStep({ setup: { brand }, reload }: StepProps) {
  const can = useAccess();
  const brands = useBrands();
  if (!can('createBrand'))
    return (
      <p class="note">
        Your role may look at reports. Ask an admin of your organisation to set up a brand, or{' '}
        <a href={href('overview')}>go to the overview</a>.
      </p>
    );
  return (
    <Card
      title="Your brand"
      about="What should AI answers be searched for? One brand is enough to begin with."
      actions={
        <LinkButton size="small" href={href('welcome/file')}>
          I have a file of answers
        </LinkButton>
      }
    >
      <ContractForm
        operation="createBrand"
        first={brand ? { name: brand.name, website: brand.website, industry: brand.industry } : {}}
        action={brand ? 'Save and go on' : 'Create the brand'}
        send={({ body }) => {
          const saved = { ...body, name: body?.name ?? '' };
          return brand
            ? call('updateBrand', { path: { id: brand.id }, body: saved })
            : call('createBrand', { body: saved });
        }}
        done={({ name }) => `${name} is saved.`}
        onDone={({ id }) => {
          brands.reload();
          reload();
          go('welcome/names', { brand: id });
        }}
      >
        {(form) => (
          <div class="form-row">
            <form.Field name="name" label="Name" hint="As people write it" />
            <form.Field
              name="website"
              label="Website"
              hint="Tells which cited sources are your own"
              placeholder="example.com"
            />
            <form.Field
              name="industry"
              label="What you sell"
              hint="In one or two words, such as: running shoes. Prompts are suggested from it"
            />
          </div>
        )}
      </ContractForm>
    </Card>
  );
}
