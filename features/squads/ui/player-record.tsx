import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatNumber } from '../../../messages/amounts.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { StatTile } from '../../../web/ui/stat-tile.tsx';
import { useQuery } from '../../../web/use-query.ts';
import type { PlayerRecord as Shown } from '../player-record/player-record.schema.ts';
import * as messages from '../squads.messages.ts';

/** Loaded on demand, because most players have no squads on their page and don't need crests. */
const SquadCrest = lazy(async () => ({ default: (await import('./squad-crest.tsx')).SquadCrest }));

/**
 * A player's track record on Planet Crew. If it fails to load, it renders nothing and the rest of the page still works.
 */
export function PlayerRecord({ userId }: { userId: string }) {
  const t = useTranslator();
  const { data: record, failed } = useQuery(userId, () =>
    browserApi().api.players[':id'].record.$get({ param: { id: userId } }),
  );
  if (failed) return null;
  return (
    <section className="stack" aria-labelledby="record">
      <h2 id="record" className="text-xl">
        {t(messages.trackRecord)}
      </h2>
      {record ? (
        <RecordLine record={record as Shown} />
      ) : (
        <SkeletonRegion label={t(messages.loadingRecord)} className="grid gap-4 sm:grid-cols-3">
          <Skeleton shape="block" className="h-24" />
          <Skeleton shape="block" className="h-24" />
          <Skeleton shape="block" className="h-24" />
        </SkeletonRegion>
      )}
    </section>
  );
}

function RecordLine({ record }: { record: Shown }) {
  const t = useTranslator();
  const { show_up } = record;
  const share = show_up && show_up.came / show_up.of;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <StatTile label={t(messages.gamesPlayed)} value={formatNumber(t, record.games)} icon="ball" tone="orange" />
        <StatTile label={t(messages.squadsPlayedIn)} value={formatNumber(t, record.squads)} icon="users" />
        <StatTile
          label={t(messages.showsUp)}
          value={share === null ? '–' : t(messages.showUpShare, { percentage: Math.round(share * 100) })}
          icon="check"
          tone="green"
          {...(share === null ? {} : { share })}
        />
      </div>
      <p className="text-sm text-muted">
        <span>
          {record.confirmed_by > 0 ? t(messages.confirmedBy, { count: record.confirmed_by }) : t(messages.notConfirmed)}
        </span>
        <span>
          {' '}
          {show_up ? t(messages.cameTo, { came: show_up.came, total: show_up.of }) : t(messages.showUpUnknown)}
        </span>
      </p>
      {record.named_in.length > 0 && (
        <Panel padding="sm">
          <ul className="cluster gap-4" aria-label={t(messages.theirSquads)}>
            {record.named_in.map((squad) => (
              <li key={squad.id}>
                <Link to={paths.squadPage(squad.id)} className="flex items-center gap-2 font-semibold wrap-anywhere">
                  <Suspense>
                    <SquadCrest seed={squad.crest_seed} size={36} />
                  </Suspense>
                  {squad.name}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
