import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import { getCategoryLabel } from '../../../content/tournament/categories.ts';
import { getTournamentTexts } from '../../../content/tournament/tournament-texts.ts';
import { translateWarrior } from '../../../content/tournament/warriors.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, serverApi, unwrap } from '../../../web/api-client.ts';
import { toLocalizedFile } from '../../../web/localized-file.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { ShareButton } from '../../../web/ui/share-button.tsx';
import * as messages from '../tournament.messages.ts';
import { findWarrior } from '../tournament.rules.ts';
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
  const getWarrior = (id: string) => {
    const { name, category, rank, powerLevel, description, website } = translateWarrior(
      readerTranslator,
      findWarrior(id)!,
    );
    return { id, name, category: getCategoryLabel(readerTranslator, category), rank, powerLevel, description, website };
  };
  return {
    result,
    first: getWarrior(result.first.id),
    second: getWarrior(result.second.id),
    texts: getTournamentTexts(readerTranslator),
  };
}

type MetaArgs = {
  matches: Parameters<typeof createPageMeta>[0];
  loaderData?: Awaited<ReturnType<typeof loader>> | undefined;
};

export const meta = ({ matches, loaderData }: MetaArgs) => {
  if (!loaderData)
    return [{ title: readerTranslator(messages.pairMetaNotFound) }, { name: 'robots', content: 'noindex' }];
  const { first, second, result } = loaderData;
  return createPageMeta(matches, {
    title: readerTranslator(messages.pairTitle, { first: first.name, second: second.name }),
    description: readerTranslator(messages.pairMetaDescription, { votes: result.first.wins + result.second.wins }),
    path: paths.tournamentPair(result.pair),
    image: endpoints.pairPicture(result.pair),
  });
};

export default function Pair() {
  const t = useTranslator();
  const { result, first, second, texts } = useLoaderData<typeof loader>();
  const getName = (id: string) => (id === first.id ? first.name : second.name);
  const title = t(messages.pairTitle, { first: first.name, second: second.name });
  const picture = toLocalizedFile(t.locale, endpoints.pairPicture(result.pair));
  return (
    <div className="page pb-12">
      <PageTitle
        title={title}
        lead={texts.community.line}
        breadcrumb={[{ label: texts.title, to: paths.tournament }, { label: title }]}
      />
      <div className="pair-top">
        <img
          src={picture}
          alt={t(messages.cardAlt, {
            first: first.name,
            firstVotes: result.first.wins,
            second: second.name,
            secondVotes: result.second.wins,
          })}
          width={1200}
          height={630}
          className="pair-card"
        />
        <div className="grid gap-6">
          <VoteBar result={result} nameOf={getName} />
          <div className="cluster gap-3">
            <ButtonLink to={paths.tournament}>{t(messages.voteLink)}</ButtonLink>
            <ShareButton label={texts.community.share} path={paths.tournamentPair(result.pair)} title={title} />
            <a href={picture} download={`${result.pair}.png`} className="btn btn-ghost btn-sm">
              {t(messages.downloadCard)}
            </a>
          </div>
        </div>
      </div>
      <ul className="mt-10 grid gap-4 md:grid-cols-2">
        {[first, second].map((warrior) => (
          <li key={warrior.id} className="panel panel-md stack gap-2">
            <h2 className="text-xl">{warrior.name}</h2>
            <p className="text-sm text-muted">
              {t(messages.warriorFacts, {
                category: warrior.category,
                rank: warrior.rank,
                power: warrior.powerLevel,
              })}
            </p>
            <p>{warrior.description}</p>
            <ButtonLink href={warrior.website} variant="secondary" size="sm" className="mt-auto self-start">
              {t(messages.visitWarrior, { visit: texts.visit, name: warrior.name })}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
