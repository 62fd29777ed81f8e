import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { type QueuedAnswer, queueAnswer, removeAnswer, useQueuedAnswer } from '../../../web/answer-queue.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { isOffline } from '../../../web/network.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { dismissToastsAbout, showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import * as web from '../../../web/web.messages.ts';
import { formatOfType } from '../../profiles/group-formats.schema.ts';
import * as messages from '../matches.messages.ts';
import { roundShownScore } from '../matches.rules.ts';
import type { Match, MatchResponse } from '../matches.schema.ts';
import {
  HOLD_MS,
  holdDecline,
  readPendingDeclines,
  sendPendingDeclines,
  subscribePendingDeclines,
  undoDecline,
} from './pending-declines.ts';

/**
 * How long taps on other cards are ignored after a card became mutual. The mutual card grows and moves the other cards,
 * so the second half of a double tap could hit the wrong one.
 */
const SHIFT_GUARD_MS = 400;

/** Returns the topic of toasts about an answer that failed to send. They're dismissed once an answer gets through. */
const toAnswerTopic = (id: string) => `answer to ${id}`;

type LastChange = { id: string; at: number } | undefined;
const isRecent = (last: LastChange) => last !== undefined && performance.now() - last.at < SHIFT_GUARD_MS;
const isShiftedByChange = (id: string, last: LastChange) => last?.id !== id && isRecent(last);

export type MatchPage = { matches: Match[]; next: string | null };

/**
 * Manages the viewer's matches and answers. An answer shows optimistically and is reverted when the server refuses it.
 * A declined match stays in place until the user leaves the page, so that no other card moves under their finger.
 */
export function useMatches(initialPage: MatchPage) {
  const t = useTranslator();
  const [page, setPage] = useState(initialPage);
  const [answering, setAnswering] = useState<ReadonlyMap<string, MatchResponse>>(new Map());
  // The user may tap again before the first tap's result has rendered.
  const pendingAnswers = useRef(new Map<string, MatchResponse>());
  const lastSettled = useRef<LastChange>(undefined);
  const lastUndone = useRef<LastChange>(undefined);
  useEffect(() => {
    // The player accepted elsewhere after the decline that's pending here.
    for (const { id, my_response } of initialPage.matches) {
      if (my_response === 'accept' && undoDecline(id)) pendingAnswers.current.delete(id);
    }
    // Data fetched before an answer reached the server doesn't include it.
    const withPendingAnswer = (match: Match) =>
      withMyAnswer(match, pendingAnswers.current.get(match.id) ?? match.my_response);
    const read = { ...initialPage, matches: initialPage.matches.map(withPendingAnswer) };
    setPage((now) => keepDeclinedInPlace(withOlderMatches(read, now), now));
  }, [initialPage]);

  const replace = (match: Match) =>
    setPage((now) => ({ ...now, matches: now.matches.map((one) => (one.id === match.id ? match : one)) }));

  // Leaving the page confirms pending declines.
  useEffect(() => sendPendingDeclines, []);

  async function answer(match: Match, action: MatchResponse): Promise<void> {
    const { id } = match;
    if (action === 'accept' && undoDecline(id)) {
      lastUndone.current = { id, at: performance.now() };
      return;
    }
    // "Undo" has become "Accept": the second half of a double tap must not accept.
    if (lastUndone.current?.id === id && isRecent(lastUndone.current)) return;
    if (pendingAnswers.current.has(id) || isShiftedByChange(id, lastSettled.current)) return;
    pendingAnswers.current.set(id, action);
    if (isOffline() && (await queueAnswer({ kind: 'match', id, answer: action }))) {
      pendingAnswers.current.delete(id);
      return;
    }
    replace(withMyAnswer(match, action));
    // Withdrawing an acceptance was already confirmed in a dialog.
    if (action === 'decline' && match.my_response === null && !(await holdDecline(id))) {
      pendingAnswers.current.delete(id);
      return setPage((now) => ({
        ...now,
        matches: now.matches.map((one) =>
          one.id === id && one.my_response === 'decline' ? withMyAnswer(one, null) : one,
        ),
      }));
    }
    setAnswering((now) => new Map(now).set(id, action));
    try {
      const next = await answerMatch(t, id, action);
      if (action === 'accept') replace(next);
    } catch (error) {
      replace(match);
      // The network was lost while the decline could still be undone, so send it later.
      if (await queueAnswer({ kind: 'match', id, answer: action })) return;
      const reason = error instanceof ApiError ? error.message : undefined;
      showToast({
        title: t(messages.answerError, { action }),
        tone: 'error',
        about: [toAnswerTopic(id)],
        ...(reason ? { description: reason } : {}),
      });
    } finally {
      pendingAnswers.current.delete(id);
      lastSettled.current = { id, at: performance.now() };
      setAnswering((now) => new Map([...now].filter(([other]) => other !== id)));
    }
  }

  async function showMore(): Promise<void> {
    const query = { before: page.next! };
    const more = await attempt(() => browserApi().api.matches.$get({ query }), undefined, t(messages.moreMatchesError));
    if (more) setPage((now) => ({ matches: [...now.matches, ...more.matches], next: more.next }));
  }

  return { ...page, answering, answer, showMore };
}

/** Merges the newest matches with the older ones loaded before. */
function withOlderMatches(newestPage: MatchPage, olderPage: MatchPage): MatchPage {
  const lastMatch = newestPage.matches.at(-1);
  if (!lastMatch || newestPage.next === null || olderPage.matches.length <= newestPage.matches.length)
    return newestPage;
  const ids = new Set(newestPage.matches.map((match) => match.id));
  const olderMatches = olderPage.matches.filter(
    (match) => !ids.has(match.id) && match.created_at <= lastMatch.created_at,
  );
  return {
    matches: [...newestPage.matches, ...olderMatches],
    next: olderMatches.length > 0 ? olderPage.next : newestPage.next,
  };
}

/** Keeps matches declined on this page in place, after the match that was above them. */
function keepDeclinedInPlace(next: MatchPage, previousPage: MatchPage): MatchPage {
  const matches = [...next.matches];
  previousPage.matches.forEach((match, index) => {
    if (match.my_response !== 'decline' || matches.some(({ id }) => id === match.id)) return;
    const before = previousPage.matches[index - 1];
    matches.splice(before ? matches.findIndex(({ id }) => id === before.id) + 1 : 0, 0, match);
  });
  return { ...next, matches };
}

function withMyAnswer(match: Match, action: MatchResponse | null): Match {
  if (action === match.my_response) return match;
  const members = match.members.map((member) => (member.is_you ? { ...member, response: action } : member));
  return { ...match, my_response: action, members };
}

/**
 * Sends a member's answer and shows the result. After the last acceptance it also sends the members' message. If only
 * that fails, the acceptance is still saved and the toast says so.
 * @throws ApiError when the answer wasn't recorded
 */
export async function answerMatch(t: Translator, id: string, action: MatchResponse): Promise<Match> {
  const match = await unwrap(browserApi().api.matches[':id'].response.$post({ param: { id }, json: { action } }));
  dismissToastsAbout([toAnswerTopic(id)]);
  if (action === 'decline') {
    showToast({ title: t(messages.matchDeclined), description: t(messages.matchDeclinedHint), tone: 'info' });
  } else if (match.status === 'mutual' && (await notifyMembers(id))) {
    showToast({ title: t(messages.matchAcceptedByAll), tone: 'success' });
  } else {
    showToast({ title: t(messages.matchAccepted), tone: 'success' });
  }
  return match;
}

async function notifyMembers(matchId: string): Promise<boolean> {
  try {
    await unwrap(browserApi().functions.v1.notify.$post({ json: { matchId } }));
    return true;
  } catch (error) {
    console.error("Couldn't send the notification.", error);
    return false;
  }
}

type MatchActionsProps = {
  match: Match;
  answering: MatchResponse | undefined;
  onAnswer: (action: MatchResponse) => void;
};

/**
 * The viewer's answer to an open match, its status and the deadline. The two buttons never move, so a second tap hits
 * the same button.
 */
export function MatchActions({ match, answering, onAnswer }: MatchActionsProps) {
  const t = useTranslator();
  const [isLeaving, setIsLeaving] = useState(false);
  const isPending = useSyncExternalStore(subscribePendingDeclines, readPendingDeclines, readPendingDeclines).has(
    match.id,
  );
  const queued = useQueuedAnswer('match', match.id);
  if (match.status !== 'proposed') return null;
  const ownResponse = match.my_response;
  const format = formatOfType(match.type);
  const matchFacts = { format, score: roundShownScore(match.score) };
  const getButtonProps = (action: MatchResponse) => ({
    'aria-pressed': ownResponse === action,
    'aria-busy': answering === action || undefined,
  });
  const isSettled = answering !== undefined || ownResponse === 'decline';
  const declineProps = {
    ...getButtonProps('decline'),
    icon: ownResponse === 'accept' ? ('refresh' as const) : ('close' as const),
    'aria-disabled': isSettled,
    'aria-description':
      ownResponse === 'accept' ? t(messages.changeAnswerDescription) : t(messages.declineDescription, matchFacts),
    onClick: () => !isSettled && (ownResponse === 'accept' ? setIsLeaving(true) : onAnswer('decline')),
    children: t(
      ownResponse === 'accept'
        ? messages.changeAnswer
        : ownResponse === 'decline'
          ? messages.declinedByYou
          : messages.decline,
    ),
  };
  const acceptProps = {
    ...getButtonProps('accept'),
    icon: isPending ? ('refresh' as const) : ('check' as const),
    'aria-disabled': (isSettled && !isPending) || ownResponse === 'accept',
    'aria-description': isPending ? t(messages.undoDeclineDescription) : t(messages.acceptDescription, matchFacts),
    onClick: () => (!isSettled || isPending) && ownResponse !== 'accept' && onAnswer('accept'),
    children: t(isPending ? messages.undoDecline : ownResponse === 'accept' ? messages.acceptedByYou : messages.accept),
  };
  return (
    <footer className="match-answer">
      <Button variant="secondary" {...(queued ? getQueuedProps(t, queued, 'decline') : declineProps)} />
      <Button {...(queued ? getQueuedProps(t, queued, 'accept') : acceptProps)} />
      {/* No result here, because the toast already announces it. */}
      <p>
        <span role="status">
          {queued ? t(web.answerQueued) : isPending && t(messages.statusDeclinePending, { seconds: HOLD_MS / 1_000 })}
        </span>
        {!isPending && !queued && <span>{answering ? t(messages.savingAnswer) : getStatusLabel(t, match)}</span>}
        {!answering && ownResponse !== 'decline' && (
          <span>
            {' '}
            <RichMessage message={messages.openUntil} values={{ time: () => <Moment at={match.expires_at} /> }} />
          </span>
        )}
      </p>
      <ConfirmDialog
        open={isLeaving}
        title={t(messages.withdrawAcceptTitle, { format })}
        confirmLabel={t(messages.withdrawAcceptConfirm)}
        cancelLabel={t(messages.withdrawAcceptCancel)}
        tone="danger"
        onCancel={() => setIsLeaving(false)}
        onConfirm={() => {
          setIsLeaving(false);
          onAnswer('decline');
        }}
      >
        {t(messages.withdrawAcceptExplanation)}
      </ConfirmDialog>
    </footer>
  );
}

/** Returns a button for an answer given offline: the chosen one stays pressed, the other undoes it until it's sent. */
function getQueuedProps(t: Translator, queued: QueuedAnswer, action: MatchResponse) {
  const isChosen = queued.answer === action;
  const canUndo = !isChosen && queued.state === 'waiting';
  return {
    icon: !isChosen ? ('undo' as const) : action === 'accept' ? ('check' as const) : ('close' as const),
    'aria-pressed': isChosen,
    'aria-disabled': !canUndo,
    'aria-description': undefined,
    onClick: () => canUndo && removeAnswer(queued),
    children: isChosen ? t(action === 'accept' ? messages.accept : messages.decline) : t(messages.undoDecline),
  };
}

function getStatusLabel(t: Translator, match: Match): string {
  const ownMember = match.members.find((member) => member.is_you);
  const unanswered = match.members.filter((member) => member.response !== 'accept' && !member.is_you).length;
  if (match.my_response === 'decline') return t(messages.statusDeclined);
  if (match.my_response === 'accept') return t(messages.statusAccepted, { missing: unanswered });
  if (ownMember?.carried) return t(messages.statusNewReplacement);
  return t(unanswered === 0 ? messages.statusOnlyYouMissing : messages.statusOpen);
}
