import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Court } from '../../../web/ui/court.tsx';
import { type CourtSpot, isCourtPosition } from '../../../web/ui/court-spots.ts';
import * as messages from '../matches.messages.ts';
import type { Match, MatchMember } from '../matches.schema.ts';

/** Shows the members at their positions on the court, side by side when two of a pair share one. */
export function MatchCourt({ match }: { match: Match }) {
  const t = useTranslator();
  const spots = match.members.flatMap((member) => toSpots(t, member, match.status === 'mutual'));
  const areDistinct = new Set(spots.map((spot) => spot.position)).size === match.members.length;
  if (!areDistinct) return <Faces match={match} />;
  return <Court spots={spots} size="strip" label={t(messages.squadOnCourt)} />;
}

function Faces({ match: { members, status } }: { match: Match }) {
  const t = useTranslator();
  if (members.length === 0) return null;
  return (
    <ul className="match-faces" aria-label={t(messages.whoWouldPlay)}>
      {members.map((member) => (
        <li key={member.id}>
          <Avatar name={member.display_name} src={member.avatar_path} size={52} decorative />
          <span>{member.is_you ? t(messages.you) : member.display_name}</span>
          {status === 'proposed' && member.response === 'accept' && (
            <span className="sr-only"> {t(messages.memberAccepted)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function toSpots(t: Translator, member: MatchMember, isMutual: boolean): CourtSpot[] {
  if (!member.position || !isCourtPosition(member.position)) return [];
  const { overall_rating: rating } = member;
  return [
    {
      position: member.position,
      state: getSpotState(member, isMutual),
      name: member.display_name,
      avatarUrl: member.avatar_path,
      ...(rating === null ? {} : { note: t(messages.rating, { rating }) }),
    },
  ];
}

function getSpotState(member: MatchMember, isMutual: boolean): CourtSpot['state'] {
  if (member.is_you) return 'you';
  if (isMutual || member.response === 'accept') return 'accepted';
  return member.response === 'decline' ? 'declined' : 'filled';
}
