import type { Schemas } from '../../api/client.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { Card } from '../../components/card.tsx';
import { CsvButton } from '../../components/table/csv.tsx';
import { WebLink } from '../../components/text.tsx';
import { domainHref } from '../sources/columns.tsx';
import { KindButton } from '../sources/kind.tsx';

type Citation = Schemas['RunCitation'];

/** What the answer cites, in its order. */
export function Sources({ run: { brand, citations } }: { run: Schemas['RunEvidence'] }) {
  return (
    <Card
      title={citations.length === 0 ? 'Sources' : `Sources (${citations.length})`}
      actions={
        citations.length > 0 && (
          <CsvButton
            name="sources-of-answer"
            columns={[
              { name: 'Address', value: ({ url }: Citation) => url },
              { name: 'Title', value: ({ title }: Citation) => title },
              { name: 'Type', value: ({ sourceType }: Citation) => SOURCE_TYPE_NAMES[sourceType] },
            ]}
            rows={citations}
          />
        )
      }
    >
      {citations.length === 0 ? (
        <p class="muted">It cites none.</p>
      ) : (
        <ol class="answer-sources">
          {citations.map((citation, at) => (
            <li key={at}>
              <bdi>
                <WebLink url={citation.url} text={citation.title ?? citation.url} />
              </bdi>
              <div class="row small muted">
                <a class="address" href={domainHref(citation.domain)}>
                  {citation.domain}
                </a>
                <KindButton domain={citation.domain} kind={citation.sourceType} brandId={brand.id} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
