import { formatList } from '../../../messages/lists.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import * as messages from '../squads.messages.ts';
import { listMissingPositions } from '../squads.rules.ts';
import type { SquadRoom } from '../squads.schema.ts';

/** Shows members how many players the squad needs, for which positions, and how to find them. */
export function MissingPlayers({ squad, onInvite }: { squad: SquadRoom; onInvite: () => void }) {
  const t = useTranslator();
  const { count, positions } = listMissingPositions(squad);
  if (count === 0) return null;
  const captain = squad.members.find((member) => member.captain)?.display_name ?? '';
  return (
    <Notice
      tone="gold"
      icon="users"
      title={t(messages.missingTitle, { count })}
      action={
        squad.you_lead && (
          <Button size="sm" variant="secondary" icon="plus" onClick={onInvite}>
            {t(messages.invitePlayers)}
          </Button>
        )
      }
    >
      <span>{t(messages.missingExplanation, { players: squad.size, members: squad.members.length })} </span>
      {positions.length > 0 && (
        <span>
          {t(messages.missingPositions, {
            positions: formatList(t, positions, 'commas'),
          })}{' '}
        </span>
      )}
      {squad.members.length > 1 && <span>{t(messages.missingMeanwhile)} </span>}
      <span>{squad.you_lead ? t(messages.missingForCaptain) : t(messages.missingForMembers, { captain })}</span>
    </Notice>
  );
}
