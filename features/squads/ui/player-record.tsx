import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { StatTile } from '../../../web/ui/stat-tile.tsx';
import { useQuery } from '../../../web/use-query.ts';
import type { PlayerRecord as Shown } from '../player-record/player-record.schema.ts';

/** Loaded lazily, because most players have no squads on their page and don't need crests. */
const SquadCrest = lazy(async () => ({ default: (await import('./squad-crest.tsx')).SquadCrest }));

const people = (count: number) => (count === 1 ? 'one teammate who was' : `${count} teammates who were`);

/**
 * A player's track record on Planet Crew. If it fails to load, it renders nothing and the rest of the page still works.
 */
export function PlayerRecord({ userId }: { userId: string }) {
  const { data: record, failed } = useQuery(userId, () =>
    browserApi().api.players[':id'].record.$get({ param: { id: userId } }),
  );
  if (failed) return null;
  return (
    <section className="stack" aria-labelledby="record">
      <h2 id="record" className="text-xl">
        Track record
      </h2>
      {record ? (
        <RecordLine record={record as Shown} />
      ) : (
        <SkeletonRegion label="Loading the track record" className="grid gap-4 sm:grid-cols-3">
          <Skeleton shape="block" className="h-24" />
          <Skeleton shape="block" className="h-24" />
          <Skeleton shape="block" className="h-24" />
        </SkeletonRegion>
      )}
    </section>
  );
}

function RecordLine({ record }: { record: Shown }) {
  const { show_up } = record;
  const share = show_up && show_up.came / show_up.of;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <StatTile label="Games played" value={record.games} icon="ball" tone="court" />
        <StatTile label="Squads played in" value={record.squads} icon="users" />
        <StatTile
          label="Shows up"
          value={share === null ? '–' : `${Math.round(share * 100)}%`}
          icon="check"
          tone="green"
          {...(share === null ? {} : { share })}
        />
      </div>
      <p className="text-sm text-mist">
        {record.confirmed_by > 0
          ? `Confirmed by ${people(record.confirmed_by)} there.`
          : 'No teammate has said how a session with them was yet.'}
        {show_up
          ? ` Came to ${show_up.came} of ${show_up.of} sessions that teammates reported on.`
          : ' You’ll see how often they show up after three reported sessions.'}
      </p>
      {record.named_in.length > 0 && (
        <Panel padding="sm">
          <ul className="cluster gap-4" aria-label="Their squads">
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
