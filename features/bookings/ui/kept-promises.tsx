import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useQuery } from '../../../web/use-query.ts';
import * as messages from '../bookings.messages.ts';

/** Shows a seller's public record of kept promises. Renders nothing for players who never sold anything. */
export function SellerRecord({ userId }: { userId: string }) {
  const t = useTranslator();
  const { data: promises } = useQuery(userId, () =>
    browserApi().api.players[':id'].promises.$get({ param: { id: userId } }),
  );
  if (!promises || Object.values(promises).every((count) => count === 0)) return null;
  return (
    <Panel as="section" className="stack" aria-labelledby="kept">
      <h2 id="kept" className="text-xl">
        {t(messages.keptPromisesTitle)}
      </h2>
      <KeyValueList
        columns={2}
        items={[
          { label: t(messages.hiresFinished), value: promises.hiresFinished },
          { label: t(messages.gamesConfirmed), value: promises.gamesPlayed },
          { label: t(messages.sessionsCoached), value: promises.sessionsCoached },
          { label: t(messages.squadsJoined), value: promises.squadsJoined },
          { label: t(messages.hiresEndedEarly), value: promises.hiresEndedEarlyByThem },
          { label: t(messages.unansweredRequests), value: promises.notAnswered },
        ]}
      />
    </Panel>
  );
}
