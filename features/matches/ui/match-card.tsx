import type { ReactNode } from 'react';
import { paths } from '../../../content/paths.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { ScoreRing } from '../../../web/ui/score-ring.tsx';
import { isStrong, shownScore, summaryOf, typeLabel } from '../matches.rules.ts';
import type { Match } from '../matches.schema.ts';
import { MatchCourt } from './match-court.tsx';
import { MatchFeedback } from './match-feedback.tsx';
import { MatchMembers } from './match-members.tsx';
import { MatchSessions } from './match-sessions.tsx';
import { MatchWeek } from './match-week.tsx';

/** One match: what it is worth and why, who is in it and what they said, when to play; below it the viewer's answer. */
export function MatchCard({ match, children }: { match: Match; children: ReactNode }) {
  const heading = `match-${match.id}`;
  // A group that formed by itself may be one that the matcher would not have proposed: nought is no score of theirs.
  const scored = match.score > 0;
  return (
    <Panel as="article" aria-labelledby={heading} padding="lg" className="stack-lg" seam={match.status === 'mutual'}>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
        {scored && <ScoreRing score={match.score} parts={match.parts} size="md" />}
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={heading} className="flex flex-wrap items-center gap-2 text-xl">
            {scored ? `Score ${shownScore(match.score)}/100` : 'Not scored'}
            <Badge tone={isStrong(match.score) ? 'green' : 'violet'} solid={isStrong(match.score)}>
              {typeLabel(match.type)}
            </Badge>
            <Standing match={match} />
          </h2>
          <p className="mt-2 text-mist">{summaryOf(match.scheduled_overlap_minutes, match.position_coverage)}</p>
        </div>
        {match.squad_id && (
          <ButtonLink to={paths.squad(match.squad_id)} icon="users">
            Your squad room
          </ButtonLink>
        )}
      </header>
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="stack min-w-0">
          <MatchCourt match={match} />
          <MatchMembers match={match} />
        </div>
        <div className="stack min-w-0">
          <Explanation text={match.explanation} />
          <MatchWeek match={match} />
          <MatchSessions match={match} />
          <MatchFeedback match={match} />
        </div>
      </div>
      {children}
    </Panel>
  );
}

function Standing({ match }: { match: Match }) {
  if (match.status === 'mutual') {
    return (
      <Badge tone="green" icon="check">
        Everybody accepted
      </Badge>
    );
  }
  if (match.members.some((member) => member.substitute)) {
    return (
      <Badge tone="gold" icon="refresh">
        New substitute
      </Badge>
    );
  }
  return null;
}

function Explanation({ text }: { text: string }) {
  const lines = text.split('\n').filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-label="Why this match">
      {lines.map((line) => (
        <li key={line} className="flex gap-3">
          <span aria-hidden="true" className="mt-[0.6em] size-1.5 flex-none rounded-chip bg-court" />
          {line}
        </li>
      ))}
    </ul>
  );
}
