import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-data.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Form, FormError, problemOf, TextField } from '../../components/form.tsx';
import { toast } from '../../components/toast.tsx';
import { useBrands } from '../../frame/brand.ts';
import { go, href } from '../../state/route.ts';
import type { StepProps } from './setup.ts';

const FIELDS = ['name', 'website', 'industry'];

export function BrandStep({ setup: { brand }, reload }: StepProps) {
  const can = useAccess();
  const brands = useBrands();
  const [name, setName] = useState(brand?.name ?? '');
  const [website, setWebsite] = useState(brand?.website ?? '');
  const [industry, setIndustry] = useState(brand?.industry ?? '');
  const { run, isBusy, error } = useAction(async () => {
    const body = { name: name.trim(), website: withScheme(website), industry: industry.trim() || null };
    const saved = brand
      ? await unwrap(api.PATCH('/api/brands/{id}', { params: { path: { id: brand.id } }, body }))
      : await unwrap(api.POST('/api/brands', { body }));
    brands.reload();
    reload();
    toast(`${saved.name} is kept.`);
    go('welcome/names', { brand: saved.id });
  });
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
      <Form onSubmit={() => run()}>
        <div class="form-row">
          <TextField
            label="Name"
            hint="As people write it"
            required
            maxLength={200}
            value={name}
            onInput={setName}
            problem={problemOf(error, 'name')}
          />
          <TextField
            label="Website"
            hint="Tells which cited sources are your own"
            placeholder="https://www.example.com"
            value={website}
            onInput={setWebsite}
            problem={problemOf(error, 'website')}
          />
          <TextField
            label="What you sell"
            hint="In one or two words, such as: running shoes. Prompts are suggested from it"
            maxLength={200}
            value={industry}
            onInput={setIndustry}
            problem={problemOf(error, 'industry')}
          />
        </div>
        <FormError error={error} fields={FIELDS} />
        <div class="actions">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {brand ? 'Save and go on' : 'Make the brand'}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** An address as people type it: `www.acme.com`. Null for none. */
export function withScheme(address: string): string | null {
  const text = address.trim();
  if (text === '') return null;
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
}
