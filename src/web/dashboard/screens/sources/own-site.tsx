import type { ComponentChildren } from 'preact';
import { counted, formatCount, formatPercent } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { Bar } from '../../charts/bar.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Card, Empty } from '../../components/card.tsx';
import { CsvButton } from '../../components/table/csv.tsx';
import { href } from '../../state/route.ts';
import { shareOf } from './query.ts';

type Overview = Schemas['CitationOverview'];

interface Part {
  name: string;
  answers: number;
  /** What it means, and what to do about it. */
  advice: ComponentChildren;
  action: ComponentChildren;
}

/** Answers by whether they cite the brand's own site and name the brand: each of the four asks for something else. */
export function OwnSite({ overview, brand }: { overview: Overview; brand: Schemas['Brand'] }) {
  const { ownSite, answers } = overview;
  if (!ownSite)
    return (
      <Card title="Your own site">
        <Empty
          title={`No website of ${brand.name} is known`}
          action={
            <LinkButton kind="primary" href={href('settings/brands')} needs="updateBrand">
              Add its website
            </LinkButton>
          }
        >
          With its address, you see here how often answers cite it.
        </Empty>
      </Card>
    );
  const parts: Part[] = [
    {
      name: 'Cited and named',
      answers: ownSite.citedAndNamed,
      advice: `Your pages are used, and people read of ${brand.name}. Keep these pages right and up to date.`,
      action: (
        <LinkButton size="small" href={href('sources/own', { who: 'named' })}>
          These pages
        </LinkButton>
      ),
    },
    {
      name: 'Cited only',
      answers: ownSite.citedOnly,
      advice: `Your pages are used, but ${brand.name} is not named. Say your name right beside the facts, and in the first sentences.`,
      action: (
        <LinkButton size="small" href={href('sources/own', { who: 'unnamed' })}>
          These pages
        </LinkButton>
      ),
    },
    {
      name: 'Named only',
      answers: ownSite.namedOnly,
      advice: `${brand.name} is known from others. Publish a page that answers these questions, so that answers can rest on you.`,
      action: (
        <LinkButton size="small" href={href('content', { brief: 'new' })} needs="createBrief">
          Plan a page
        </LinkButton>
      ),
    },
    {
      name: 'Neither',
      answers: ownSite.neither,
      advice: `Answers rest on others. See whom they cite, and get onto those pages.`,
      action: (
        <LinkButton size="small" href={href('sources', { who: 'gap' })}>
          Whom they cite
        </LinkButton>
      ),
    },
  ];
  return (
    <Card
      title="Your own site"
      about={`${counted(answers, 'answer')}, by whether they cite ${sitesOf(ownSite)} and name ${brand.name}.`}
      actions={
        <CsvButton
          name="own-site"
          rows={parts}
          columns={[
            { name: 'Answers that', value: ({ name }) => name },
            { name: 'Answers', value: (part) => part.answers },
            { name: 'Share in percent', value: (part) => shareOf(part.answers, answers) },
          ]}
        />
      }
    >
      <div class="tiles">
        {parts.map((part) => (
          <div key={part.name} class="sources-part">
            <h3>{part.name}</h3>
            <div class="sources-value">
              {formatPercent(shareOf(part.answers, answers))}{' '}
              <span class="small muted">
                {formatCount(part.answers)} of {counted(answers, 'answer')}
              </span>
            </div>
            <Bar value={shareOf(part.answers, answers)} />
            <p class="small">{part.advice}</p>
            <div class="sources-action">{part.action}</div>
          </div>
        ))}
      </div>
    </Card>
  );
}

function sitesOf({ website, websites }: NonNullable<Overview['ownSite']>): string {
  const host = URL.parse(website)?.host.replace(/^www\./, '') ?? website;
  const others = websites.length - 1;
  return others === 0 ? host : `${host} or ${counted(others, 'other site')} of yours`;
}
