import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { FORMAT_FACTS, formatFor } from '../../profiles/group-formats.schema.ts';
import { listMissingPositions } from '../squads.rules.ts';
import type { SquadRoom } from '../squads.schema.ts';

const COUNT = ['none', 'One', 'Two', 'Three', 'Four'];

/** Tells members that the squad is short of players, which positions are missing, and how to find players. */
export function MissingPlayers({ squad, onInvite }: { squad: SquadRoom; onInvite: () => void }) {
  const { count, positions } = listMissingPositions(squad);
  if (count === 0) return null;
  const captain = squad.members.find((member) => member.captain)?.display_name;
  const spots = positions.length > 0 ? ` No one plays ${positions.join(', ')} yet.` : '';
  return (
    <Notice
      tone="gold"
      icon="users"
      title={count === 1 ? 'You need one more player' : `${COUNT[count]} more players needed`}
      action={
        squad.you_lead && (
          <Button size="sm" variant="secondary" icon="plus" onClick={onInvite}>
            Invite players
          </Button>
        )
      }
    >
      <span>
        {`A session takes ${FORMAT_FACTS[formatFor(squad.size)].players}`}, and {countMissing(squad)} in the squad.
        {spots}
      </span>
      {squad.members.length > 1 && (
        <span>{' You can propose and answer times. A session is confirmed once enough players confirm.'}</span>
      )}
      <span>
        {' '}
        {squad.you_lead
          ? 'Invite someone by name, send your link, or find a player next to the roster.'
          : `${captain} is the captain and invites players. Tell them who you’d like to play with.`}
      </span>
    </Notice>
  );
}

const countMissing = ({ members }: SquadRoom) =>
  members.length === 1 ? 'you’re the only one' : `you have ${members.length}`;
