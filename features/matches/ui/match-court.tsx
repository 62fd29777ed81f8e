import { paths } from '../../../content/paths.ts';
import { Court } from '../../../web/ui/court.tsx';
import type { CourtPosition, CourtSpot } from '../../../web/ui/court-spots.ts';
import type { Match, MatchMember } from '../matches.schema.ts';

const POSITIONS: readonly string[] = ['PG', 'SG', 'SF', 'PF', 'C'] satisfies CourtPosition[];

/** The members on their spots; nothing is drawn when two of a pair share one. */
export function MatchCourt({ match }: { match: Match }) {
  const spots = match.members.flatMap((member) => spotOf(member, match.status === 'mutual'));
  const distinct = new Set(spots.map((spot) => spot.position)).size === match.members.length;
  if (!distinct) return null;
  return <Court spots={spots} label="The squad on the court" />;
}

function spotOf(member: MatchMember, mutual: boolean): CourtSpot[] {
  if (!member.position || !POSITIONS.includes(member.position)) return [];
  const rating = member.overall_rating === null ? undefined : `${member.overall_rating} OVR`;
  return [
    {
      position: member.position as CourtPosition,
      state: stateOf(member, mutual),
      name: member.display_name,
      avatarUrl: member.avatar_path,
      ...(rating ? { note: rating } : {}),
      ...(member.is_you ? {} : { to: paths.profile(member.id) }),
    },
  ];
}

function stateOf(member: MatchMember, mutual: boolean): CourtSpot['state'] {
  if (member.is_you) return 'you';
  if (mutual || member.response === 'accept') return 'accepted';
  return member.response === 'decline' ? 'declined' : 'filled';
}
