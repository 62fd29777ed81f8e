import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData, useParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { loadPage, throwIfFailed, useLiveData } from '../../../web/load-page.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { PageZone } from '../../../web/ui/viewer-zone.ts';
import { ClosedPage } from '../../squads/ui/closed-page.tsx';
import { SquadCrest } from '../../squads/ui/squad-crest.tsx';
import * as messages from '../competition.messages.ts';
import type { Game } from '../games/games.schema.ts';
import { GameActions } from '../ui/game-actions.tsx';
import { GameEvidence } from '../ui/game-evidence.tsx';
import { nameGame } from '../ui/game-labels.ts';
import { GameLineups } from '../ui/game-lineups.tsx';
import { GameScore } from '../ui/game-score.tsx';
import { GameTimeline } from '../ui/game-timeline.tsx';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return read(params.id ?? '');
}

const read = (id: string) =>
  loadPage(() => unwrap(browserApi().api.games[':id'].$get({ param: { id }, query: { explain: 'denied' } })));

export function meta({ matches, params }: MetaArgs) {
  return createPageMeta(matches, {
    title: readerTranslator(messages.gameTitle),
    description: readerTranslator(messages.gameMetaDescription),
    path: paths.game(params.id ?? ''),
    index: false,
  });
}

export function HydrateFallback() {
  const t = useTranslator();
  return (
    <div className="page stack-lg pt-8 pb-16">
      <PageTitle title={t(messages.gameTitle)} className="pb-0" />
      <SkeletonRegion label={t(messages.gameLoading)}>
        <Skeleton shape="block" className="h-60" />
      </SkeletonRegion>
    </div>
  );
}

/** The page of one game, for its players, its squads and moderators. */
export default function GamePage() {
  const t = useTranslator();
  const { id = '' } = useParams();
  const initialData = useLoaderData<typeof clientLoader>();
  const { data: loaded, behind } = useLiveData(initialData, ['squad'], () => read(id).then(throwIfFailed));
  if (loaded.data) {
    return (
      <PageZone value={loaded.data.zone}>
        <CatchingUpNotice behind={behind} />
        <GameContent game={loaded.data} />
      </PageZone>
    );
  }
  return (
    <ClosedPage
      title={t(messages.gameTitle)}
      closed={t(messages.gameClosed)}
      failed={t(messages.gameFailed)}
      refusal={loaded.refusal}
    />
  );
}

function GameContent({ game }: { game: Game }) {
  const t = useTranslator();
  const own = game.sides.find(({ yours }) => yours);
  return (
    <div className="page stack-lg pt-8 pb-16">
      <PageTitle
        className="pb-0"
        breadcrumb={[
          { label: t(messages.yourSquads), to: paths.squads },
          ...(own?.squad_id ? [{ label: own.name, to: paths.squad(own.squad_id) }] : []),
          { label: t(messages.gameTitle) },
        ]}
        title={<span className="wrap-anywhere">{nameGame(t, game)}</span>}
      />
      <GameScore game={game} renderCrest={(seed) => <SquadCrest seed={seed} size={40} />} />
      <GameActions game={game} />
      <GameLineups game={game} />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <GameTimeline game={game} />
        <GameEvidence game={game} />
      </div>
    </div>
  );
}
