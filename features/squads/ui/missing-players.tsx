import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { listMissingPositions } from '../squads.rules.ts';
import type { SquadRoom } from '../squads.schema.ts';

const COUNT = ['none', 'One', 'Two', 'Three', 'Four'];

/** Says that a squad is short of players, who is missing, and how to find them. */
export function MissingPlayers({ squad, onInvite }: { squad: SquadRoom; onInvite: () => void }) {
  const { count, positions } = listMissingPositions(squad);
  if (count === 0) return null;
  const captain = squad.members.find((member) => member.captain)?.display_name;
  const spots = positions.length > 0 ? ` Nobody plays ${positions.join(', ')} yet.` : '';
  return (
    <Notice
      tone="gold"
      icon="users"
      title={count === 1 ? 'One more is needed to play' : `${COUNT[count]} more are needed to play`}
      action={
        squad.you_lead && (
          <Button size="sm" variant="secondary" icon="plus" onClick={onInvite}>
            Invite players
          </Button>
        )
      }
    >
      <span>
        {squad.size === 5 ? 'Five play' : 'Two play'}, and {countMissing(squad)} in the squad.{spots}
      </span>
      {squad.members.length > 1 && (
        <span>{' You can propose times and answer them; a session is confirmed once enough players accept.'}</span>
      )}
      <span>
        {' '}
        {squad.you_lead
          ? 'Invite somebody by name, send them your link, or find a player, beside the roster.'
          : `${captain} is the captain and invites players: tell them whom you would like to play with.`}
      </span>
    </Notice>
  );
}

const countMissing = ({ members }: SquadRoom) =>
  members.length === 1 ? 'you are the only one' : `you are ${members.length}`;
