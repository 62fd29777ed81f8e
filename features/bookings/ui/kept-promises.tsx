import { browserApi } from '../../../web/api-client.ts';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useQuery } from '../../../web/use-query.ts';

/** Shows a seller's public record of kept promises. Renders nothing for players who never sold anything. */
export function KeptPromises({ userId }: { userId: string }) {
  const { data: kept } = useQuery(userId, () =>
    browserApi().api.players[':id'].promises.$get({ param: { id: userId } }),
  );
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
