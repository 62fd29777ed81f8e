import { paths } from '../../../content/paths.ts';
import { UserFacingError } from '../../../web/api-client.ts';
import type { InlineAction, ResolveInlineActions } from '../../../web/inline-actions.ts';

/** Runs a message's action in place, with the same effect as on the page it links to. */
export const runInlineAnswer: ResolveInlineActions = ({ label, path }) => {
  const [page, query] = path.split('?');
  const about = new URLSearchParams(query);
  if (page === paths.respond) {
    return { actions: [{ name: 'answer', label, act: () => answerMatchByLink(about) }], opens: false };
  }
  const [party, team, squad] = [about.get('party'), about.get('team'), about.get('squad')];
  if (page === paths.matches && party) return { actions: listPartyActions(party), opens: true };
  if (page === paths.squads && squad) return { actions: listSquadActions(squad), opens: true };
  const version = about.get('stand-in');
  const session = page?.startsWith(paths.session('')) ? page.slice(paths.session('').length) : '';
  if (session && version) return { actions: listSubstituteActions(session, Number(version)), opens: true };
  const room = page?.startsWith(paths.squad('')) ? page.slice(paths.squad('').length) : '';
  const [dated, seen] = [about.get('session'), about.get('version')];
  if (room && dated && seen) {
    return { actions: listSessionActions({ squadId: room, sessionId: dated, version: Number(seen) }), opens: true };
  }
  if (page === paths.invitations && team) return { actions: listSeatActions(team), opens: true };
  return undefined;
};

async function answerMatchByLink(query: URLSearchParams): Promise<void> {
  const [{ readRespondLink }, { answerMatch }] = await Promise.all([
    import('../../matches/respond-link.rules.ts'),
    import('../../matches/ui/answer-match.tsx'),
  ]);
  const link = readRespondLink(query);
  if (!link.ok) throw new UserFacingError(link.message);
  await answerMatch(link.matchId, link.action);
}

function listPartyActions(id: string): InlineAction[] {
  const answer = async (action: 'accept' | 'decline') =>
    (await import('../../matches/ui/answer-party.ts')).answerParty(id, action);
  return [
    { name: 'join', label: 'Join party', act: () => answer('accept') },
    { name: 'decline', label: 'Decline invitation', act: () => answer('decline') },
  ];
}

function listSquadActions(id: string): InlineAction[] {
  const answer = async (action: 'accept' | 'decline') =>
    (await import('../../squads/ui/answer-squad.ts')).answerSquad(id, action);
  return [
    { name: 'join', label: 'Join squad', act: () => answer('accept') },
    { name: 'decline', label: 'Decline invitation', act: () => answer('decline') },
  ];
}

function listSubstituteActions(id: string, version: number): InlineAction[] {
  const answer = async (action: 'accept' | 'decline') =>
    (await import('../../squads/ui/answer-substitute.ts')).answerSubstituteRequest(id, version, action);
  return [
    { name: 'sub in', label: 'Sub in', act: () => answer('accept') },
    { name: 'decline', label: 'Not this time', act: () => answer('decline') },
  ];
}

function listSessionActions(session: { squadId: string; sessionId: string; version: number }): InlineAction[] {
  const answer = async (word: 'yes' | 'maybe' | 'no') =>
    (await import('../../squads/ui/answer-session.ts')).answerSession(session, word);
  return [
    { name: 'yes', label: 'I’m in', act: () => answer('yes') },
    { name: 'maybe', label: 'Maybe', act: () => answer('maybe') },
    { name: 'no', label: 'Can’t', act: () => answer('no') },
  ];
}

function listSeatActions(teamBuildId: string): InlineAction[] {
  const answer = async (accept: boolean) =>
    (await import('../../team-assembly/ui/answer-seat.ts')).answerSeat(teamBuildId, accept);
  return [
    { name: 'take', label: 'Accept', act: () => answer(true) },
    { name: 'decline', label: 'Not this time', act: () => answer(false) },
  ];
}
