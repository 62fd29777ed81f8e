import { paths } from '../../../content/paths.ts';
import { browserApi } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { useQuery } from '../../../web/use-query.ts';
import type { SharedHistory } from '../player-record/player-record.schema.ts';

/**
 * Shows what the signed-in viewer and a player have in common. Renders nothing for visitors and on the viewer's own
 * page.
 */
export function SharedHistoryCard({ userId }: { userId: string }) {
  const { user } = useAuth();
  const asking = user !== null && user.id !== userId;
  const { data: ownHistory, failed } = useQuery(asking && userId, () =>
    browserApi().api.players[':id']['with-me'].$get({ param: { id: userId } }),
  );
  if (!asking || failed) return null;
  return (
    <Panel as="section" tone="cyan" className="stack" aria-labelledby="with-me">
      <h2 id="with-me" className="text-xl">
        You two
      </h2>
      {ownHistory ? (
        <HistoryLine mine={ownHistory as SharedHistory} />
      ) : (
        <SkeletonRegion label="Loading what you have in common" className="stack">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </SkeletonRegion>
      )}
    </Panel>
  );
}

const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`);
const games = (count: number) => (count === 1 ? 'One game' : `${count} games`);

function HistoryLine({ mine }: { mine: SharedHistory }) {
  return (
    <>
      {mine.common_hours === null && (
        <p>We can’t tell when you’re both free. One of you hasn’t added their availability yet.</p>
      )}
      {mine.common_hours === 0 && <p>You don’t share any free hours.</p>}
      {!!mine.common_hours && (
        <div>
          <p className="font-semibold">You’re both free {hours(mine.common_hours)} a week.</p>
          {mine.next.length > 0 && (
            <p className="mt-1 text-sm text-mist">
              Next:{' '}
              {mine.next.map(({ start }, index) => (
                <span key={start}>
                  {index > 0 && <span>{' · '}</span>}
                  <Moment at={start} />
                </span>
              ))}
            </p>
          )}
        </div>
      )}
      {mine.games_together > 0 && <p>{games(mine.games_together)} together so far.</p>}
      {mine.squads.length > 0 && (
        <div className="cluster">
          {mine.squads.map((squad) => (
            <ButtonLink key={squad.id} to={paths.squadThread(squad.id)} variant="secondary" size="sm" icon="chat">
              Message in {squad.name}
            </ButtonLink>
          ))}
        </div>
      )}
    </>
  );
}
