import type { OwnParty } from '../../features/matches/parties/parties.schema.ts';
import type { SessionView } from '../../features/squads/session-feedback/session-feedback.schema.ts';
import type { SquadSession } from '../../features/squads/sessions/squad-sessions.schema.ts';
import type { OwnSquads, SquadRoom } from '../../features/squads/squads.schema.ts';
import type { ThreadPage } from '../../features/threads/threads.schema.ts';
import { chooseCheckInSeconds, chooseForInvitation, chooseForSession } from './sample-choices.ts';
import { chooseNextLine } from './sample-conversation.ts';
import { type SampleCrowd, scheduleCall } from './sample-crowd.ts';

/** The squad id of each known chat. */
const squadOfThread = new Map<string, string>();

/**
 * Handles this player's squads that include people, and invitations to parties, squads and sessions. Sample players
 * never invite anyone, so each invitation comes from a person.
 */
export async function handleInvitations(crowd: SampleCrowd, userId: string): Promise<void> {
  const { squads, invitations, stand_ins } = await crowd.ask<OwnSquads>(userId, 'GET', '/api/squads');
  for (const { id, members } of squads) {
    if (members.some((member) => !crowd.isSample(member.id)))
      crowd.runExclusive(`squad ${id}`, () => handleSquad(crowd, userId, id));
  }
  for (const { squad_id, full } of invitations) if (!full) join(crowd, userId, 'squad', squad_id);
  for (const { session_id } of stand_ins) await acceptSubstitution(crowd, userId, session_id);
  const { invitations: parties } = await crowd.ask<OwnParty>(userId, 'GET', '/api/party');
  for (const { party_id } of parties) join(crowd, userId, 'party', party_id);
}

function join(crowd: SampleCrowd, userId: string, what: 'squad' | 'party', id: string): void {
  const { answer: action, seconds } = chooseForInvitation(id, userId);
  crowd.engage([userId]);
  const path = `/api/${what === 'squad' ? 'squads' : 'party'}/${id}/answer`;
  scheduleCall(crowd, `${what} ${id} ${userId}`, seconds, userId, 'POST', path, { action });
}

async function acceptSubstitution(crowd: SampleCrowd, userId: string, id: string): Promise<void> {
  const path = `/api/sessions/${id}`;
  const { stand_in, players } = await crowd.ask<SessionView>(userId, 'GET', path);
  if (!stand_in) return;
  const { version, state, check_in_from } = stand_in;
  crowd.engage([userId]);
  if (state === 'asked') {
    const { answer: action, seconds } = chooseForInvitation(id, userId);
    const body = { version, action };
    scheduleCall(crowd, `stand-in ${id} ${version} ${userId}`, seconds, userId, 'PUT', `${path}/stand-in`, body);
  }
  const isHere = players.some((player) => player.is_you && player.here_at !== null);
  if (state === 'in' && !isHere) checkIn(crowd, userId, `${path}/stand-in`, { id, version, check_in_from });
}

/** Schedules the check-in for a session, once check-in opens. */
function checkIn(
  crowd: SampleCrowd,
  userId: string,
  path: string,
  { id, version, check_in_from }: Pick<SquadSession, 'id' | 'version' | 'check_in_from'>,
): void {
  const seconds = Math.max(0, (Date.parse(check_in_from) - Date.now()) / 1_000) + chooseCheckInSeconds(id, userId);
  const name = `here ${id} ${version} ${check_in_from} ${userId}`;
  scheduleCall(crowd, name, seconds, userId, 'PUT', `${path}/check-in`, { version });
}

/**
 * Answers a squad's sessions for its sample players and checks in those who accepted. Also engages sample players who
 * are invited to join or to sub in.
 */
export async function handleSquad(crowd: SampleCrowd, userId: string, id: string): Promise<void> {
  const { members, sessions, invited } = await crowd.ask<SquadRoom>(userId, 'GET', `/api/squads/${id}`);
  const samples = members.map((member) => member.id).filter(crowd.isSample);
  if (samples.length === members.length) return;
  for (const session of sessions) answerSession(crowd, id, session, samples);
  const involvedIds = [...invited, ...sessions.flatMap((session) => session.stand_ins)].map((one) => one.id);
  crowd.engage([...samples, ...involvedIds.filter(crowd.isSample)]);
  crowd.runExclusive(`thread ${id}`, () => handleThread(crowd, userId, id));
}

function answerSession(crowd: SampleCrowd, squadId: string, session: SquadSession, samples: readonly string[]): void {
  const { id, version, state, open, answers, ends_at } = session;
  if (state === 'called_off' || Date.parse(ends_at) <= Date.now()) return;
  const path = `/api/squads/${squadId}/sessions/${id}`;
  const memberIds = answers.map((one) => one.id);
  for (const { id: userId, answer: response, here_at } of answers) {
    if (!samples.includes(userId)) continue;
    if (response === null && open) {
      const canReplace = (decliner: string) => crowd.canReplace(decliner, memberIds);
      const { answer, seconds } = chooseForSession(id, samples, userId, canReplace);
      const name = `session ${id} ${version} ${userId}`;
      scheduleCall(crowd, name, seconds, userId, 'PUT', `${path}/answer`, { version, answer });
    }
    if (response === 'yes' && here_at === null) checkIn(crowd, userId, path, session);
  }
}

/** Posts the next line in a chat that has changed, if it's a squad's. */
export function handleChangedThread(crowd: SampleCrowd, userId: string, threadId: string): void {
  const squadId = squadOfThread.get(threadId);
  if (squadId) crowd.runExclusive(`thread ${squadId}`, () => handleThread(crowd, userId, squadId));
}

/** Posts the next line in a squad's chat, if one is due. */
async function handleThread(crowd: SampleCrowd, userId: string, squadId: string): Promise<void> {
  const readChat = (readerId: string) => crowd.ask<ThreadPage>(readerId, 'GET', `/api/threads/squad/${squadId}`);
  const writeDueLine = (page: ThreadPage) => chooseNextLine(page, crowd.isSample, new Date());
  const page = await readChat(userId);
  squadOfThread.set(page.id, squadId);
  const line = page.closed === null && page.members.some(({ id }) => !crowd.isSample(id)) && writeDueLine(page);
  if (!line) return;
  crowd.once(`line ${line.clientId}`, line.seconds, async () => {
    // Check again, because someone may have posted in the meantime.
    if (writeDueLine(await readChat(line.authorId))?.clientId !== line.clientId) return;
    const { clientId: client_id, text } = line;
    await crowd.ask(line.authorId, 'POST', `/api/threads/${page.id}/messages`, { client_id, text });
  });
}
