import type { OwnParty } from '../../features/matches/parties/parties.schema.ts';
import type { SessionView } from '../../features/squads/session-feedback/session-feedback.schema.ts';
import type { OwnSquads } from '../../features/squads/squads.schema.ts';
import type { Crowd } from './crowd-parts.ts';
import { chooseCheckInSeconds, chooseForInvitation } from './sample-choices.ts';
import { lookAtSquads } from './sample-squads.ts';

/**
 * Handles a player's invitations to parties, squads and squad sessions. Sample players never invite anyone, so each
 * invitation comes from a person.
 */
export async function lookAtInvitations(crowd: Crowd, userId: string): Promise<void> {
  const { invitations, stand_ins } = await lookAtSquads(crowd, userId);
  for (const { squad_id, full } of invitations) if (!full) joinSquad(crowd, userId, squad_id);
  for (const standIn of stand_ins) await acceptSubstitution(crowd, userId, standIn);
  const { invitations: parties } = await crowd.ask<OwnParty>(userId, 'GET', '/api/party');
  for (const { party_id } of parties) joinParty(crowd, userId, party_id);
}

function joinSquad(crowd: Crowd, userId: string, squadId: string): void {
  const { answer: action, seconds } = chooseForInvitation(squadId, userId);
  crowd.engage([userId]);
  crowd.once(`squad ${squadId} ${userId}`, seconds, () =>
    crowd.ask(userId, 'POST', `/api/squads/${squadId}/answer`, { action }),
  );
}

function joinParty(crowd: Crowd, userId: string, partyId: string): void {
  const { answer: action, seconds } = chooseForInvitation(partyId, userId);
  crowd.engage([userId]);
  crowd.once(`party ${partyId} ${userId}`, seconds, () =>
    crowd.ask(userId, 'POST', `/api/party/${partyId}/answer`, { action }),
  );
}

async function acceptSubstitution(
  crowd: Crowd,
  userId: string,
  { session_id }: OwnSquads['stand_ins'][number],
): Promise<void> {
  const path = `/api/sessions/${session_id}`;
  const { stand_in, players } = await crowd.ask<SessionView>(userId, 'GET', path);
  if (!stand_in) return;
  const { version, state, check_in_from } = stand_in;
  crowd.engage([userId]);
  if (state === 'asked') {
    const { answer: action, seconds } = chooseForInvitation(session_id, userId);
    crowd.once(`stand-in ${session_id} ${version} ${userId}`, seconds, () =>
      crowd.ask(userId, 'PUT', `${path}/stand-in`, { version, action }),
    );
  }
  const isHere = players.some((player) => player.is_you && player.here_at !== null);
  if (state !== 'in' || isHere) return;
  const opens = Math.max(0, (Date.parse(check_in_from) - Date.now()) / 1_000);
  crowd.once(
    `here ${session_id} ${version} ${check_in_from} ${userId}`,
    opens + chooseCheckInSeconds(session_id, userId),
    () => crowd.ask(userId, 'PUT', `${path}/stand-in/check-in`, { version }),
  );
}
