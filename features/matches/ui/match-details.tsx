import { useTranslator } from '../../../messages/use-translator.tsx';
import * as messages from '../matches.messages.ts';
import type { Match } from '../matches.schema.ts';
import { MatchFeedback } from './match-feedback.tsx';
import { MatchMembers } from './match-members.tsx';
import { MatchSessions } from './match-sessions.tsx';
import { MatchWeek } from './match-week.tsx';

/**
 * The details a card hides until the viewer opens them: the other reasons, the members and their answers, and when to
 * play.
 */
export function MatchDetails({ match, reasons }: { match: Match; reasons: readonly string[] }) {
  const t = useTranslator();
  return (
    <div className="match-details">
      <div className="stack min-w-0">
        <Reasons reasons={reasons} label={t(messages.moreReasons)} />
        <MatchMembers match={match} />
      </div>
      <div className="stack min-w-0">
        {!match.live && <MatchWeek match={match} />}
        <MatchSessions match={match} />
        <MatchFeedback match={match} />
      </div>
    </div>
  );
}

/** Shows a match's reasons as bullets. */
export function Reasons({ reasons, label }: { reasons: readonly string[]; label: string }) {
  if (reasons.length === 0) return null;
  return (
    <ul className="match-reasons" aria-label={label}>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
