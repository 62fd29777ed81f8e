import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useQuery } from '../../../web/use-query.ts';
import * as messages from '../bookings.messages.ts';

/** Shows a seller's public record of kept promises. Renders nothing for players who never sold anything. */
export function SellerRecord({ userId }: { userId: string }) {
  const t = useTranslator();
  const { data: kept } = useQuery(userId, () =>
    browserApi().api.players[':id'].promises.$get({ param: { id: userId } }),
  );
  if (!kept || Object.values(kept).every((count) => count === 0)) return null;
  return (
    <Panel as="section" className="stack" aria-labelledby="kept">
      <h2 id="kept" className="text-xl">
        {t(messages.keptPromisesTitle)}
      </h2>
      <KeyValueList
        columns={2}
        items={[
          { label: t(messages.hiresFinished), value: kept.hiresFinished },
          { label: t(messages.gamesConfirmed), value: kept.gamesPlayed },
          { label: t(messages.sessionsCoached), value: kept.sessionsCoached },
          { label: t(messages.squadsJoined), value: kept.squadsJoined },
          { label: t(messages.hiresEndedEarly), value: kept.hiresEndedEarlyByThem },
          { label: t(messages.unansweredRequests), value: kept.notAnswered },
        ]}
      />
    </Panel>
  );
}
