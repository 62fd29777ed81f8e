import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Court } from '../../../web/ui/court.tsx';
import type { CourtSpot } from '../../../web/ui/court-spots.ts';
import * as messages from '../team-assembly.messages.ts';
import type { TeamBuildView } from '../team-assembly.schema.ts';
import { ANY_ROLE, ROLE_SPOTS } from '../team-choices.schema.ts';

/** Returns where to draw a seat without a role: a free spot whose position the buyer didn't name. */
function findFreeSpot(team: TeamBuildView, drawnSpots: CourtSpot[]): CourtSpot['position'] | undefined {
  const spots = team.seats.flatMap((seat) => ROLE_SPOTS[seat.role as keyof typeof ROLE_SPOTS] ?? []);
  return Object.values(ROLE_SPOTS).find(
    (spot) => !spots.includes(spot) && !drawnSpots.some((one) => one.position === spot),
  );
}

/** Returns a note on a seat's status, unless its spot already shows it. */
function getSeatNote(t: Translator, seat: TeamBuildView['seats'][number]): { note?: string } {
  if (seat.accepted === null && seat.player) return { note: t(messages.asked) };
  if (seat.role === ANY_ROLE) return { note: t(messages.anyRole) };
  return seat.role === 'Lock' ? { note: t(messages.needsLock) } : {};
}

/** The team's current lineup on the half court: who accepted and who's missing. */
export function TeamCourt({ team }: { team: TeamBuildView }) {
  const t = useTranslator();
  const spots: CourtSpot[] = [];
  for (const seat of team.seats) {
    const position = ROLE_SPOTS[seat.role as keyof typeof ROLE_SPOTS] ?? findFreeSpot(team, spots);
    if (!position || spots.some((spot) => spot.position === position)) continue;
    spots.push(
      seat.player && seat.accepted
        ? {
            position,
            state: 'accepted',
            name: seat.player.name,
            avatarUrl: seat.player.avatar_path,
            to: paths.profile(seat.player.id),
          }
        : { position, state: 'empty', ...getSeatNote(t, seat) },
    );
  }
  return <Court spots={spots} label={t(messages.yourTeam)} />;
}
