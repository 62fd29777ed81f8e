import { useTranslator } from '../../../messages/use-translator.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../bookings.messages.ts';
import type { SellerRecord } from '../bookings.schema.ts';

/** Shows the counts of a seller's record of kept promises. */
export function SellerRecordPanel({ record }: { record: SellerRecord }) {
  const t = useTranslator();
  return (
    <Panel as="section" className="stack" aria-labelledby="kept">
      <h2 id="kept" className="text-xl">
        {t(messages.keptPromisesTitle)}
      </h2>
      <KeyValueList
        columns={2}
        items={[
          { label: t(messages.hiresFinished), value: record.hiresFinished },
          { label: t(messages.gamesConfirmed), value: record.gamesPlayed },
          { label: t(messages.sessionsCoached), value: record.sessionsCoached },
          { label: t(messages.squadsJoined), value: record.squadsJoined },
          { label: t(messages.hiresEndedEarly), value: record.hiresEndedEarlyByThem },
          { label: t(messages.unansweredRequests), value: record.notAnswered },
        ]}
      />
    </Panel>
  );
}
