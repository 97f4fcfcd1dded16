import { useState } from 'preact/hooks';
import { useAction } from '../../../api/use-data.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Form, FormError, problemOf, TextArea, TextField } from '../../../components/form.tsx';
import { linesOf } from '../../../state/text.ts';

interface Entered {
  name: string;
  website: string | null;
  aliases: string[];
  industry?: string;
}

/** A new brand or competitor: what is needed first. All else is set on its own page. */
export function CreateSubject({
  title,
  isBrand = false,
  onCreate,
  onClose,
}: {
  title: string;
  isBrand?: boolean;
  onCreate: (entered: Entered) => Promise<void>;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [website, setWebsite] = useState('');
  const [aliases, setAliases] = useState('');
  const [industry, setIndustry] = useState('');
  const { run, isBusy, error } = useAction(() =>
    onCreate({
      name,
      website: website.trim() || null,
      aliases: linesOf(aliases),
      ...(industry.trim() === '' ? {} : { industry: industry.trim() }),
    }),
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={() => run()}>
        <TextField
          label="Name"
          value={name}
          onInput={setName}
          required
          maxLength={200}
          problem={problemOf(error, 'name')}
        />
        <TextField
          label="Website"
          type="url"
          value={website}
          onInput={setWebsite}
          placeholder="https://www.example.com"
          hint="Answers that cite it are counted as citing it."
          problem={problemOf(error, 'website')}
        />
        <TextArea
          label="Other names"
          value={aliases}
          onInput={setAliases}
          rows={3}
          hint="One a line: other spellings, abbreviations, products that stand for it."
          problem={problemOf(error, 'aliases')}
        />
        {isBrand && (
          <TextField
            label="Industry"
            value={industry}
            onInput={setIndustry}
            maxLength={200}
            hint="It helps to suggest prompts."
            problem={problemOf(error, 'industry')}
          />
        )}
        <FormError error={error} fields={['name', 'website', 'aliases', 'industry']} />
        <div class="actions">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {title}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}
