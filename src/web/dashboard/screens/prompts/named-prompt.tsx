import { useEffect } from 'preact/hooks';
import { textIdentity } from '../../../../base/definitions.ts';
import { ApiError } from '../../api/client.ts';
import { useAnswer } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card, Loaded } from '../../components/card.tsx';
import { useBrand, useBrands } from '../../frame/brand/brand.ts';
import { NotFound } from './not-found.tsx';
import { OnePrompt } from './one/one-prompt.tsx';
import { promptHref } from './prompt-data.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The prompt that an address names by its text, or by the id of one of its platforms. */
export function NamedPrompt({ name }: { name: string }) {
  const brand = useBrand();
  if (ID.test(name)) return <ById id={name} />;
  if (brand === undefined) return null;
  return brand === null ? <WhichBrand text={name} /> : <OnePrompt brand={brand} text={name} />;
}

/** Leads on to the address by the text, which says more to who reads it. */
function ById({ id }: { id: string }) {
  const query = useAnswer('getQuery', { path: { id } });
  useEffect(() => {
    if (query.data) location.replace(promptHref(query.data.brandId, query.data.queryText));
  }, [query.data]);
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound one="prompt" />;
  return <Loaded of={query}>{() => null}</Loaded>;
}

/** Where no brand is chosen: that of the prompt, or a choice between those that ask it. */
function WhichBrand({ text }: { text: string }) {
  const brands = useBrands();
  const queries = useAnswer('listQueries', { query: { search: text.slice(0, 200), limit: 1000 } });
  const ids = new Set(
    queries.data?.data
      .filter(({ queryText }) => textIdentity(queryText) === textIdentity(text))
      .map(({ brandId }) => brandId),
  );
  const asking = (brands.data?.data ?? []).filter(({ id }) => ids.has(id));
  const only = asking.length === 1 ? asking[0] : undefined;
  useEffect(() => {
    if (only) location.replace(promptHref(only.id, text));
  }, [only]);
  return (
    <Loaded of={queries}>
      {() =>
        asking.length === 0 ? (
          <NotFound one="prompt">
            No brand of yours has this prompt now. Choose the brand above, then look again.
          </NotFound>
        ) : (
          <Card title="Whose prompt?" about={`Several brands ask “${text}”.`}>
            <div class="actions">
              {asking.map(({ id, name }) => (
                <LinkButton key={id} href={promptHref(id, text)}>
                  {name}
                </LinkButton>
              ))}
            </div>
          </Card>
        )
      }
    </Loaded>
  );
}
