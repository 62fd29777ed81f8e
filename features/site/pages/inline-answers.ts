import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { UserFacingError } from '../../../web/api-client.ts';
import type { InlineAction, ResolveInlineActions } from '../../../web/inline-actions.ts';
import { readRespondLink } from '../../matches/respond-link.rules.ts';
import * as messages from '../site.messages.ts';

/** Runs a message's action without leaving the page, with the same effect as on the page it links to. */
export const runInlineAnswer: ResolveInlineActions = (t, { label, path }) => {
  const [page, query] = path.split('?');
  const about = new URLSearchParams(query);
  if (page === paths.respond) {
    return {
      actions: [{ name: 'answer', label, act: () => answerMatchByLink(t, about), ...toMatchAnswer(about) }],
      opens: false,
    };
  }
  const [party, team, squad] = [about.get('party'), about.get('team'), about.get('squad')];
  if (page === paths.matches && party) return { actions: listPartyActions(t, party), opens: true };
  if (page === paths.squads && squad) return { actions: listSquadActions(t, squad), opens: true };
  const version = about.get('stand-in');
  const session = page?.startsWith(paths.session('')) ? page.slice(paths.session('').length) : '';
  if (session && version) return { actions: listSubstituteActions(t, session, Number(version)), opens: true };
  const squadId = page?.startsWith(paths.squad('')) ? page.slice(paths.squad('').length) : '';
  const [sessionId, versionText] = [about.get('session'), about.get('version')];
  if (squadId && sessionId && versionText) {
    return { actions: listSessionActions(t, { squadId, sessionId, version: Number(versionText) }), opens: true };
  }
  if (page === paths.invitations && team) return { actions: listSeatActions(t, team), opens: true };
  return undefined;
};

/**
 * Returns the answer in a match link, or nothing if the link is invalid. `answerMatchByLink` reports what's wrong with
 * it.
 */
function toMatchAnswer(query: URLSearchParams): Pick<InlineAction, 'answer'> {
  const link = readRespondLink(query);
  return link.ok ? { answer: { kind: 'match', id: link.matchId, answer: link.action } } : {};
}

async function answerMatchByLink(t: Translator, query: URLSearchParams): Promise<void> {
  const { answerMatch } = await import('../../matches/ui/answer-match.tsx');
  const link = readRespondLink(query);
  if (!link.ok) throw new UserFacingError(t(link.problem));
  await answerMatch(t, link.matchId, link.action);
}

function listPartyActions(t: Translator, id: string): InlineAction[] {
  const answer = async (action: 'accept' | 'decline') =>
    (await import('../../matches/ui/answer-party.ts')).answerParty(t, id, action);
  return [
    { name: 'join', label: t(messages.joinParty), act: () => answer('accept') },
    { name: 'decline', label: t(messages.declineInvitation), act: () => answer('decline') },
  ];
}

function listSquadActions(t: Translator, id: string): InlineAction[] {
  const answer = async (action: 'accept' | 'decline') =>
    (await import('../../squads/ui/answer-squad.ts')).answerSquad(t, id, action);
  const toAnswer = (action: 'accept' | 'decline') => ({ kind: 'squad' as const, id, answer: action });
  return [
    { name: 'join', label: t(messages.joinSquad), act: () => answer('accept'), answer: toAnswer('accept') },
    {
      name: 'decline',
      label: t(messages.declineInvitation),
      act: () => answer('decline'),
      answer: toAnswer('decline'),
    },
  ];
}

function listSubstituteActions(t: Translator, id: string, version: number): InlineAction[] {
  const answer = async (action: 'accept' | 'decline') =>
    (await import('../../squads/ui/answer-substitute.ts')).answerSubstituteRequest(t, id, version, action);
  return [
    { name: 'sub in', label: t(messages.subIn), act: () => answer('accept') },
    { name: 'decline', label: t(messages.declineSub), act: () => answer('decline') },
  ];
}

function listSessionActions(
  t: Translator,
  session: { squadId: string; sessionId: string; version: number },
): InlineAction[] {
  const answer = async (word: 'yes' | 'maybe' | 'no') =>
    (await import('../../squads/ui/answer-session.ts')).answerSession(t, session, word);
  const toAnswer = (word: 'yes' | 'maybe' | 'no') => {
    const { sessionId, squadId, version } = session;
    return { kind: 'session' as const, id: sessionId, squadId, version, answer: word };
  };
  return [
    { name: 'yes', label: t(messages.sessionYes), act: () => answer('yes'), answer: toAnswer('yes') },
    { name: 'maybe', label: t(messages.sessionMaybe), act: () => answer('maybe'), answer: toAnswer('maybe') },
    { name: 'no', label: t(messages.sessionNo), act: () => answer('no'), answer: toAnswer('no') },
  ];
}

function listSeatActions(t: Translator, teamBuildId: string): InlineAction[] {
  const answer = async (isAccepted: boolean) =>
    (await import('../../team-assembly/ui/answer-seat.ts')).answerSeat(t, teamBuildId, isAccepted);
  return [
    { name: 'take', label: t(messages.acceptSpot), act: () => answer(true) },
    { name: 'decline', label: t(messages.declineSpot), act: () => answer(false) },
  ];
}
