import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import * as messages from '../squads.messages.ts';
import type { SquadRoom } from '../squads.schema.ts';
import { formatSessionTime } from './session-times.ts';

/** Shows how often a squad has played, and the latest sessions. */
export function PlayedSessions({ evenings }: Pick<SquadRoom, 'evenings'>) {
  const t = useTranslator();
  const reader = useReader();
  return (
    <Panel as="section" aria-labelledby="played" className="stack">
      <h2 id="played" className="text-lg">
        {t(messages.sessionsPlayed, { count: evenings.played })}
      </h2>
      {evenings.last.length === 0 ? (
        <p className="text-muted">{t(messages.noSessionsHint)}</p>
      ) : (
        <>
          {evenings.played > evenings.last.length && (
            <p className="text-muted">{t(messages.playedLast, { count: evenings.last.length })}</p>
          )}
          <ul className="grid gap-2" aria-labelledby="played">
            {evenings.last.map((session) => (
              <li key={session.id}>
                <Link to={paths.session(session.id)}>{formatSessionTime(t, session, reader)}</Link>
                {session.won + session.lost > 0 && (
                  <span className="block text-muted text-sm">{t(messages.tally, session)}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
