import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { useQuery } from '../../../web/use-query.ts';
import type { SharedHistory } from '../player-record/player-record.schema.ts';
import * as messages from '../squads.messages.ts';

/**
 * Shows what the signed-in viewer and a player have in common. Renders nothing for visitors and on the viewer's own
 * page.
 */
export function SharedHistoryCard({ userId }: { userId: string }) {
  const t = useTranslator();
  const { user } = useAuth();
  const isOther = user !== null && user.id !== userId;
  const { data: ownHistory, failed } = useQuery(isOther && userId, () =>
    browserApi().api.players[':id']['with-me'].$get({ param: { id: userId } }),
  );
  if (!isOther || failed) return null;
  return (
    <Panel as="section" tone="cyan" className="stack" aria-labelledby="with-me">
      <h2 id="with-me" className="text-xl">
        {t(messages.youTwo)}
      </h2>
      {ownHistory ? (
        <HistoryLine history={ownHistory as SharedHistory} />
      ) : (
        <SkeletonRegion label={t(messages.loadingHistory)} className="stack">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </SkeletonRegion>
      )}
    </Panel>
  );
}

const renderTime = ({ start }: SharedHistory['next'][number], index: number) => (
  <span key={start}>
    {index > 0 && <span>{' · '}</span>}
    <Moment at={start} />
  </span>
);

function HistoryLine({ history }: { history: SharedHistory }) {
  const t = useTranslator();
  return (
    <>
      {history.common_hours === null && <p>{t(messages.hoursUnknown)}</p>}
      {history.common_hours === 0 && <p>{t(messages.noFreeHours)}</p>}
      {!!history.common_hours && (
        <div>
          <p className="font-semibold">{t(messages.bothFree, { hours: history.common_hours })}</p>
          {history.next.length > 0 && (
            <p className="mt-1 text-sm text-muted">
              <RichMessage message={messages.nextTimes} values={{ times: () => history.next.map(renderTime) }} />
            </p>
          )}
        </div>
      )}
      {history.games_together > 0 && <p>{t(messages.gamesTogether, { count: history.games_together })}</p>}
      {history.squads.length > 0 && (
        <div className="cluster">
          {history.squads.map((squad) => (
            <ButtonLink key={squad.id} to={paths.squadThread(squad.id)} variant="secondary" size="sm" icon="chat">
              {t(messages.messageIn, { name: squad.name })}
            </ButtonLink>
          ))}
        </div>
      )}
    </>
  );
}
