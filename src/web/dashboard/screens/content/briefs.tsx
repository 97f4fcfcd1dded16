import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-data.ts';
import { useList } from '../../api/use-list.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card, Empty, Loaded } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormError, LateField, problemOf, SelectField, TextField } from '../../components/form.tsx';
import { formatCount, formatDay } from '../../components/numbers.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import { Table } from '../../components/table.tsx';
import { toast } from '../../components/toast.tsx';
import { useBrandName, useBrands } from '../../frame/brand.ts';
import { go, href, setParams, useRoute } from '../../state/route.ts';
import { QuotaNote } from './quota-note.tsx';

export function Briefs() {
  const { params } = useRoute();
  const brandId = params.get('brand');
  const search = params.get('search');
  const may = useAccess();
  const brandName = useBrandName();
  const list = useList(['briefs', brandId, search], (after) =>
    unwrap(
      api.GET('/api/content/briefs', {
        params: {
          query: {
            limit: 200,
            ...(brandId === null ? {} : { brandId }),
            ...(search === null ? {} : { search }),
            ...after,
          },
        },
      }),
    ),
  );
  return (
    <Card title="Briefs">
      {(search !== null || (list.data?.total ?? 0) > 10) && (
        <LateField
          label="Topic"
          type="search"
          maxLength={200}
          value={search ?? ''}
          onSettle={(value) => setParams({ search: value })}
        />
      )}
      <Loaded of={list} height={200}>
        {({ rows }) =>
          rows.length === 0 ? (
            <NoBriefs isSearched={search !== null} />
          ) : (
            <div class="stack-small">
              <Table
                caption="Briefs"
                csv="briefs"
                rows={rows}
                keyOf={({ id }) => id}
                columns={[
                  {
                    name: 'Topic',
                    cell: ({ id, topic }) => <a href={href(`content/brief/${id}`)}>{topic}</a>,
                    value: ({ topic }) => topic,
                  },
                  {
                    name: 'Brand',
                    cell: (row) => brandName(row.brandId),
                    value: (row) => brandName(row.brandId),
                  },
                  { name: 'Prompts looked at', cell: promptsOf, value: promptsOf },
                  {
                    name: 'Answers without the brand',
                    isNumber: true,
                    cell: (row) => `${formatCount(row.missingCount)} of ${formatCount(row.answerCount)}`,
                    value: ({ missingCount }) => missingCount,
                  },
                  {
                    name: 'Made',
                    cell: ({ createdAt }) => formatDay(createdAt),
                    value: ({ createdAt }) => createdAt,
                  },
                ]}
              />
              <ShowMore list={list} one="brief" />
            </div>
          )
        }
      </Loaded>
      {params.get('brief') === 'new' && may('createBrief') && <NewBrief />}
    </Card>
  );
}

const promptsOf = ({ scope, queryCount }: Schemas['BriefSummary']): string =>
  `${formatCount(queryCount)}, ${scope === 'TOPIC' ? 'on the topic' : 'all of the brand'}`;

function NoBriefs({ isSearched }: { isSearched: boolean }) {
  const may = useAccess();
  if (isSearched)
    return (
      <Empty
        title="No brief is about this"
        action={<LinkButton href={href('content')}>Show all briefs</LinkButton>}
      />
    );
  return (
    <Empty
      title="There is no brief yet"
      action={
        may('createBrief') ? (
          <LinkButton kind="primary" href={href('content', { brief: 'new' })}>
            Make the first brief
          </LinkButton>
        ) : undefined
      }
    >
      Name a topic. You get the prompts whose answers leave your brand out, who is named instead, which
      sources are cited, and an outline of a page that answers them.
    </Empty>
  );
}

const close = () => setParams({ brief: null, topic: null });

function NewBrief() {
  const { params } = useRoute();
  const brands = useBrands().data?.data ?? [];
  const [chosenBrand, setBrand] = useState(params.get('brand') ?? '');
  const brandId = chosenBrand || brands[0]?.id || '';
  const [topic, setTopic] = useState(params.get('topic') ?? '');
  const make = useAction(async () => {
    const brief = await unwrap(api.POST('/api/content/briefs', { body: { brandId, topic: topic.trim() } }));
    toast('The brief is made.');
    go(`content/brief/${brief.id}`);
  });
  return (
    <Dialog title="New brief" onClose={close}>
      <Form onSubmit={() => make.run()}>
        <SelectField
          label="Brand"
          value={brandId}
          options={brands.map(({ id, name }) => [id, name] as const)}
          onChange={setBrand}
          problem={problemOf(make.error, 'brandId')}
        />
        <TextField
          label="Topic"
          hint="A few words that are in your prompts. Where no prompt holds one of them, all prompts of the brand are looked at."
          required
          maxLength={200}
          placeholder="reading lamps"
          value={topic}
          onInput={setTopic}
          problem={problemOf(make.error, 'topic')}
        />
        <QuotaNote />
        <FormError error={make.error} fields={['brandId', 'topic']} />
        <div class="actions">
          <Button kind="primary" type="submit" isBusy={make.isBusy} disabled={brandId === ''}>
            Make the brief
          </Button>
          <Button onClick={close}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}
