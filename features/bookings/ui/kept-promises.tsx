import { useEffect, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { KeptPromises as Receipt } from '../bookings.schema.ts';

/** Shows a seller's public record of kept promises. Renders nothing for players who never sold anything. */
export function KeptPromises({ userId }: { userId: string }) {
  const [kept, setKept] = useState<Receipt>();
  useEffect(() => {
    unwrap(browserApi().api.players[':id'].promises.$get({ param: { id: userId } }))
      .then((answer) => setKept(answer as Receipt))
      .catch(() => {});
  }, [userId]);
  if (!kept || Object.values(kept).every((count) => count === 0)) return null;
  return (
    <Panel as="section" className="stack" aria-labelledby="kept">
      <h2 id="kept" className="text-xl">
        Kept promises
      </h2>
      <KeyValueList
        columns={2}
        items={[
          { label: 'Hires finished', value: kept.hiresFinished },
          { label: 'Games confirmed', value: kept.gamesPlayed },
          { label: 'Sessions coached', value: kept.sessionsCoached },
          { label: 'Squads joined', value: kept.squadsJoined },
          { label: 'Hires they ended early', value: kept.hiresEndedEarlyByThem },
          { label: 'Unanswered requests', value: kept.notAnswered },
        ]}
      />
    </Panel>
  );
}
