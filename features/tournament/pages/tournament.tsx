import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import { seo } from '../../../content/seo.ts';
import { categories, getCategoryLabel } from '../../../content/tournament/categories.ts';
import { getTiers } from '../../../content/tournament/tiers.ts';
import { getTournamentTexts } from '../../../content/tournament/tournament-texts.ts';
import { getWarriors } from '../../../content/tournament/warriors.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { serverApi, unwrap } from '../../../web/api-client.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { StatTile } from '../../../web/ui/stat-tile.tsx';
import * as messages from '../tournament.messages.ts';
import { getTierTone } from '../tournament.rules.ts';
import { DuelPanel } from '../ui/duel-panel.tsx';
import { filterWarriors, groupByTier } from '../ui/filters.ts';
import { RosterFilters } from '../ui/roster-filters.tsx';
import { TierGroup } from '../ui/tier-group.tsx';
import { TournamentHero } from '../ui/tournament-hero.tsx';
import { useFilters } from '../ui/use-filters.ts';
import '../ui/tournament.css';
import type { PageHandle } from '../../../web/page-handle.ts';

export const handle: PageHandle = { parameters: ['q', 'tier', 'category'] };

export async function loader({ context }: LoaderFunctionArgs) {
  const api = serverApi(context).api.tournament;
  const [ranking, duel] = await Promise.all([unwrap(api.ranking.$get()), unwrap(api.pairs.today.$get())]);
  const place = new Map(ranking.standings.map((standing) => [standing.id, standing]));
  return {
    seo: seo[paths.tournament](readerTranslator),
    texts: getTournamentTexts(readerTranslator),
    tiers: getTiers(readerTranslator).map((tier) => ({ ...tier, tone: getTierTone(tier.name) })),
    categories: categories.map(({ name }) => ({ value: name, label: getCategoryLabel(readerTranslator, name) })),
    warriors: getWarriors(readerTranslator).map((warrior) => {
      const { rank, votes, voters, settled, best, worst } = place.get(warrior.id)!;
      return {
        ...warrior,
        categoryLabel: getCategoryLabel(readerTranslator, warrior.category),
        community: { rank, votes, voters, settled, best, worst },
      };
    }),
    votes: ranking.votes,
    duel,
  };
}

/** The page reads filters from the URL itself, so the loader doesn't need to run again. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;

type MetaArgs = {
  matches: Parameters<typeof createPageMeta>[0];
  loaderData?: Awaited<ReturnType<typeof loader>> | undefined;
};

export const meta = ({ matches, loaderData }: MetaArgs) =>
  loaderData
    ? createPageMeta(matches, {
        ...loaderData.seo,
        path: paths.tournament,
        image: endpoints.pagePicture(paths.tournament),
        jsonLd: {
          '@context': 'https://schema.org',
          '@type': 'ItemList',
          name: loaderData.texts.title,
          numberOfItems: loaderData.warriors.length,
          itemListElement: loaderData.warriors.map(({ rank, name, website }) => ({
            '@type': 'ListItem',
            position: rank,
            name,
            url: website,
          })),
        },
      })
    : [];

export default function Tournament() {
  const t = useTranslator();
  const data = useLoaderData<typeof loader>();
  const { texts } = data;
  const { filters, change } = useFilters();
  const warriors = filterWarriors(data.warriors, filters);
  const clearFilters = () => change({ q: '', tier: '', category: '' });

  return (
    <div className="pb-12">
      <TournamentHero texts={texts} />
      <div className="page">
        <DuelPanel texts={texts.community} warriors={data.warriors} today={data.duel} votes={data.votes} />
        <RosterFilters
          texts={texts}
          filters={filters}
          tiers={data.tiers.map(({ name }) => name)}
          categories={data.categories}
          shownCount={warriors.length}
          total={data.warriors.length}
          onChange={change}
        />
        {warriors.length === 0 ? (
          <EmptyState
            title={texts.empty.title}
            icon="search"
            action={
              <Button variant="secondary" onClick={clearFilters}>
                {texts.empty.clear}
              </Button>
            }
          >
            {texts.empty.line}
          </EmptyState>
        ) : (
          groupByTier(data.tiers, warriors).map(({ tier, members }) => (
            <TierGroup key={tier.name} tier={tier} warriors={members} texts={texts} />
          ))
        )}
        <section className="section" aria-label={t(messages.statisticsLabel)}>
          <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
            {texts.statistics.map((statistic) => (
              <StatTile key={statistic.label} label={statistic.label} value={statistic.value} tone="gold" />
            ))}
          </div>
          <p className="my-6 text-sm text-muted">{texts.opinion}</p>
          <ButtonLink to={texts.back.href} variant="secondary" icon="home">
            {texts.back.label}
          </ButtonLink>
        </section>
      </div>
    </div>
  );
}
