import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Court } from '../../../web/ui/court.tsx';
import type { CourtPosition, CourtSpot } from '../../../web/ui/court-spots.ts';
import { POSITIONS } from '../../profiles/game.schema.ts';
import { FORMAT_FACTS, formatOfSize } from '../../profiles/group-formats.schema.ts';
import * as messages from '../squads.messages.ts';
import type { SquadMember, SquadRoom } from '../squads.schema.ts';

/**
 * Shows the longest-serving member on each spot, or the next session's substitute. A format with positions also shows
 * open spots; others show nothing if members share a spot.
 */
export function SquadCourt({ squad }: { squad: SquadRoom }) {
  const t = useTranslator();
  const { hasPositions } = FORMAT_FACTS[formatOfSize(squad.size)];
  const next = squad.sessions.find(({ state }) => state !== 'called_off');
  const guests = next?.stand_ins.filter(({ state }) => state === 'in') ?? [];
  const spots = POSITIONS.flatMap((position): CourtSpot[] => {
    const member = squad.members.find((one) => one.position === position);
    const guest = guests.find(({ seat }) => seat === position);
    const isPlaying = next?.answers.some((one) => one.id === member?.id && one.answer === 'yes');
    if (guest && !isPlaying) {
      const { display_name: name, avatar_path: avatarUrl, id } = guest;
      return [{ position, state: 'filled', name, avatarUrl, note: t(messages.markSub), to: paths.profile(id) }];
    }
    if (member) return [createSpot(t, member, position)];
    return hasPositions ? [{ position, state: 'empty' }] : [];
  });
  if (!hasPositions && spots.length < squad.members.length) return null;
  return <Court spots={spots} label={t(messages.courtLabel, { name: squad.name })} />;
}

function createSpot(t: Translator, member: SquadMember, position: CourtPosition): CourtSpot {
  return {
    position,
    state: member.is_you ? 'you' : 'filled',
    name: member.display_name,
    avatarUrl: member.avatar_path,
    ...(member.overall_rating === null ? {} : { note: t(messages.overallRating, { rating: member.overall_rating }) }),
    ...(member.is_you ? {} : { to: paths.profile(member.id) }),
  };
}
