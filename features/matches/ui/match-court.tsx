import { Avatar } from '../../../web/ui/avatar.tsx';
import { Court } from '../../../web/ui/court.tsx';
import { type CourtSpot, isCourtPosition } from '../../../web/ui/court-spots.ts';
import type { Match, MatchMember } from '../matches.schema.ts';

/** Shows the members at their positions on the court, side by side when two of a pair share one. */
export function MatchCourt({ match }: { match: Match }) {
  const spots = match.members.flatMap((member) => spotOf(member, match.status === 'mutual'));
  const distinct = new Set(spots.map((spot) => spot.position)).size === match.members.length;
  if (!distinct) return <Faces match={match} />;
  return <Court spots={spots} size="strip" label="The squad on the court" />;
}

function Faces({ match: { members, status } }: { match: Match }) {
  if (members.length === 0) return null;
  return (
    <ul className="match-faces" aria-label="Who would play">
      {members.map((member) => (
        <li key={member.id}>
          <Avatar name={member.display_name} src={member.avatar_path} size={52} decorative />
          <span>{member.is_you ? 'You' : member.display_name}</span>
          {status === 'proposed' && member.response === 'accept' && <span className="sr-only">, accepted</span>}
        </li>
      ))}
    </ul>
  );
}

function spotOf(member: MatchMember, mutual: boolean): CourtSpot[] {
  if (!member.position || !isCourtPosition(member.position)) return [];
  const rating = member.overall_rating === null ? undefined : `${member.overall_rating} OVR`;
  return [
    {
      position: member.position,
      state: stateOf(member, mutual),
      name: member.display_name,
      avatarUrl: member.avatar_path,
      ...(rating ? { note: rating } : {}),
    },
  ];
}

function stateOf(member: MatchMember, mutual: boolean): CourtSpot['state'] {
  if (member.is_you) return 'you';
  if (mutual || member.response === 'accept') return 'accepted';
  return member.response === 'decline' ? 'declined' : 'filled';
}
