import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import { tournamentTexts } from '../../../content/tournament/tournament-texts.ts';
import { warriors } from '../../../content/tournament/warriors.ts';
import { ApiError, serverApi, unwrap } from '../../../web/api-client.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { ShareButton } from '../../../web/ui/share-button.tsx';
import { VoteBar } from '../ui/vote-bar.tsx';
import '../ui/tournament.css';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const param = { pair: params.pair ?? '' };
  const result = await unwrap(serverApi(context).api.tournament.pairs[':pair'].$get({ param })).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 });
      throw error;
    },
  );
  const of = (id: string) => {
    const { name, category, rank, powerLevel, description, website } = warriors.find((warrior) => warrior.id === id)!;
    return { id, name, category, rank, powerLevel, description, website };
  };
  return { result, first: of(result.first.id), second: of(result.second.id), texts: tournamentTexts };
}

type MetaArgs = {
  matches: Parameters<typeof createPageMeta>[0];
  loaderData?: Awaited<ReturnType<typeof loader>> | undefined;
};

export const meta = ({ matches, loaderData }: MetaArgs) => {
  if (!loaderData) return [{ title: 'Cosmic Route Not Found · Planet Crew' }, { name: 'robots', content: 'noindex' }];
  const { first, second, result } = loaderData;
  const votes = result.first.wins + result.second.wins;
  return createPageMeta(matches, {
    title: `${first.name} or ${second.name}?`,
    description: `${votes} ${votes === 1 ? 'vote' : 'votes'} so far in the Tournament of Power. Pick yours and move the community ranking.`,
    path: paths.tournamentPair(result.pair),
    image: endpoints.pairPicture(result.pair),
  });
};

export default function Pair() {
  const { result, first, second, texts } = useLoaderData<typeof loader>();
  const nameOf = (id: string) => (id === first.id ? first.name : second.name);
  const title = `${first.name} or ${second.name}?`;
  return (
    <div className="page pb-12">
      <PageTitle
        title={title}
        lead={texts.community.line}
        breadcrumb={[{ label: texts.title, to: paths.tournament }, { label: title }]}
      />
      <div className="pair-top">
        <img
          src={endpoints.pairPicture(result.pair)}
          alt={`${first.name} ${result.first.wins} votes, ${second.name} ${result.second.wins} votes`}
          width={1200}
          height={630}
          className="pair-card"
        />
        <div className="grid gap-6">
          <VoteBar result={result} nameOf={nameOf} />
          <div className="cluster gap-3">
            <ButtonLink to={paths.tournament}>Vote in the tournament</ButtonLink>
            <ShareButton label={texts.community.share} path={paths.tournamentPair(result.pair)} title={title} />
            <a
              href={endpoints.pairPicture(result.pair)}
              download={`${result.pair}.png`}
              className="btn btn-ghost btn-sm"
            >
              Download the card
            </a>
          </div>
        </div>
      </div>
      <ul className="mt-10 grid gap-4 md:grid-cols-2">
        {[first, second].map((warrior) => (
          <li key={warrior.id} className="panel panel-md stack gap-2">
            <h2 className="text-xl">{warrior.name}</h2>
            <p className="text-sm text-mist">
              {warrior.category} · #{warrior.rank} · {warrior.powerLevel}
            </p>
            <p>{warrior.description}</p>
            <ButtonLink href={warrior.website} variant="secondary" size="sm" className="mt-auto self-start">
              {texts.visit} {warrior.name}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
