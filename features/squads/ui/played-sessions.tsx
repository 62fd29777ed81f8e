import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { Panel } from '../../../web/ui/panel.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import { formatSessionsPlayed } from '../public-page/squad-pages.rules.ts';
import type { SquadRoom } from '../squads.schema.ts';
import { formatSessionTime } from './session-times.ts';

/** How often a squad has played and when it last did. */
export function PlayedSessions({ evenings }: Pick<SquadRoom, 'evenings'>) {
  const reader = useReader();
  return (
    <Panel as="section" aria-labelledby="played" className="stack">
      <h2 id="played" className="text-lg">
        {formatSessionsPlayed({ sessions_played: evenings.played })}
      </h2>
      {evenings.last.length === 0 ? (
        <p className="text-mist">Sessions appear here once the players have said how it was.</p>
      ) : (
        <>
          {evenings.played > evenings.last.length && <p className="text-mist">The last {evenings.last.length}:</p>}
          <ul className="grid gap-2" aria-labelledby="played">
            {evenings.last.map((evening) => (
              <li key={evening.id}>
                <Link to={paths.session(evening.id)}>{formatSessionTime(evening, reader)}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
