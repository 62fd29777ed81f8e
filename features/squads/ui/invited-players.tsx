import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../squads.messages.ts';
import type { SquadRoom } from '../squads.schema.ts';

/** Invited players who haven't answered. The captain can withdraw invitations. */
export function InvitedPlayers({ squad }: { squad: SquadRoom }) {
  const t = useTranslator();
  const { run } = useAction();
  if (squad.invited.length === 0) return null;
  const invitation = browserApi().api.squads[':id'].invitations[':user'];
  const withdraw = (user: string) =>
    run(() => invitation.$delete({ param: { id: squad.id, user } }), t(messages.withdrawnToast));
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={t(messages.invitedList)}>
      {squad.invited.map((player) => (
        <li key={player.id} className="flex items-center gap-3 rounded-control border border-line border-dashed p-3">
          <Avatar name={player.display_name} src={player.avatar_path} size={40} decorative />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{player.display_name}</p>
            <p className="text-sm text-muted">
              {player.seat ? t(messages.invitedToPlay, { position: player.seat }) : t(messages.invited)}
            </p>
          </div>
          {squad.you_lead && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t(messages.withdrawInvitation, { name: player.display_name })}
              onClick={() => withdraw(player.id)}
            >
              {t(messages.withdraw)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
