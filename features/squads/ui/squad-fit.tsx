import type { ReactNode } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { ScoreRing } from '../../../web/ui/score-ring.tsx';
import * as messages from '../squads.messages.ts';
import type { SquadRoom } from '../squads.schema.ts';

/**
 * Explains why a live-queue squad was matched. For other squads, shows the members' shared weekly availability.
 * @param children the availability, rendered by the page
 */
export function SquadFit({ squad, children }: { squad: Pick<SquadRoom, 'live_match' | 'week'>; children: ReactNode }) {
  const t = useTranslator();
  if (squad.live_match) return <LiveFit match={squad.live_match} />;
  if (!squad.week) return null;
  return (
    <Panel as="section" aria-labelledby="hours" className="stack">
      <h2 id="hours" className="text-lg">
        {t(messages.sharedHours)}
      </h2>
      {children}
    </Panel>
  );
}

function LiveFit({ match }: { match: NonNullable<SquadRoom['live_match']> }) {
  const t = useTranslator();
  const reasons = match.explanation.split('\n').filter(Boolean);
  // A group that formed on its own has no score, which is stored as 0.
  const isScored = match.score > 0;
  if (!isScored && reasons.length === 0) return null;
  return (
    <Panel as="section" aria-labelledby="fit" className="stack">
      <h2 id="fit" className="text-lg">
        {t(messages.whySquad)}
      </h2>
      {isScored && <ScoreRing score={match.score} parts={match.parts} legend />}
      {reasons.length > 0 && (
        <ul className="grid list-disc gap-1 ps-5" aria-label={t(messages.matchReasons)}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
