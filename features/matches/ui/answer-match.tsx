import { useEffect, useState } from 'react';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import type { Match, MatchResponse } from '../matches.schema.ts';

export type MatchPage = { matches: Match[]; next: string | null };

/**
 * The viewer's matches with their answers. An answer shows at once and is taken back when the server refuses it; a
 * declined match leaves the list.
 */
export function useMatches(loaded: MatchPage) {
  const [page, setPage] = useState(loaded);
  const [answering, setAnswering] = useState<{ id: string; action: MatchResponse }>();
  const [loadingMore, setLoadingMore] = useState(false);
  useEffect(() => setPage((now) => withOlder(loaded, now)), [loaded]);

  const replace = (match: Match) =>
    setPage((now) => ({ ...now, matches: now.matches.map((one) => (one.id === match.id ? match : one)) }));

  async function answer(match: Match, action: MatchResponse): Promise<void> {
    setAnswering({ id: match.id, action });
    replace(withMine(match, action));
    try {
      const next = await answerMatch(match.id, action);
      if (action === 'accept') replace(next);
      else setPage((now) => ({ ...now, matches: now.matches.filter((one) => one.id !== match.id) }));
    } catch (error) {
      replace(match);
      const reason = error instanceof ApiError ? error.message : undefined;
      toast({ title: `Failed to ${action} match`, tone: 'error', ...(reason ? { description: reason } : {}) });
    } finally {
      setAnswering(undefined);
    }
  }

  async function showMore(): Promise<void> {
    if (!page.next) return;
    setLoadingMore(true);
    try {
      const more = await unwrap(browserApi().api.matches.$get({ query: { before: page.next } }));
      setPage((now) => ({ matches: [...now.matches, ...more.matches], next: more.next }));
    } catch {
      toast({ title: 'The next matches did not load', description: 'Please try again.', tone: 'error' });
    } finally {
      setLoadingMore(false);
    }
  }

  return { ...page, answering, answer, loadingMore, showMore };
}

/** The newest matches as they are now, and the older ones that were asked for before. */
function withOlder(newest: MatchPage, known: MatchPage): MatchPage {
  const last = newest.matches.at(-1);
  if (!last || newest.next === null || known.matches.length <= newest.matches.length) return newest;
  const ids = new Set(newest.matches.map((match) => match.id));
  const older = known.matches.filter((match) => !ids.has(match.id) && match.created_at <= last.created_at);
  return { matches: [...newest.matches, ...older], next: older.length > 0 ? known.next : newest.next };
}

function withMine(match: Match, action: MatchResponse): Match {
  const members = match.members.map((member) => (member.is_you ? { ...member, response: action } : member));
  return { ...match, my_response: action, members };
}

/**
 * Sends a member's answer and says how it went. After the last acceptance the members' message is sent off; when only
 * that fails, the acceptance still counts and is what the toast says.
 * @throws ApiError when the answer was not recorded
 */
export async function answerMatch(id: string, action: MatchResponse): Promise<Match> {
  const match = await unwrap(browserApi().api.matches[':id'].response.$post({ param: { id }, json: { action } }));
  if (action === 'decline') {
    toast({ title: 'Match declined', description: 'It will be removed from your list.', tone: 'info' });
  } else if (match.status === 'mutual' && (await sendOff(id))) {
    toast({ title: 'Match accepted! Mutual acceptance notification sent.', tone: 'success' });
  } else {
    toast({ title: 'Match accepted!', tone: 'success' });
  }
  return match;
}

async function sendOff(matchId: string): Promise<boolean> {
  try {
    await unwrap(browserApi().functions.v1.notify.$post({ json: { matchId } }));
    return true;
  } catch (error) {
    console.error('The notification was not sent.', error);
    return false;
  }
}

type MatchActionsProps = {
  match: Match;
  answering: MatchResponse | undefined;
  onAnswer: (action: MatchResponse) => void;
};

/** The viewer's answer to an open match, how long it is open, and what is still missing. */
export function MatchActions({ match, answering, onAnswer }: MatchActionsProps) {
  if (match.status !== 'proposed') return null;
  const accepted = match.my_response === 'accept';
  const score = Math.round(match.score);
  const label = (verb: string) => `${verb} the ${match.members.length === 2 ? 'pair' : 'squad'} with score ${score}`;
  return (
    <footer className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t pt-6">
      {!accepted && (
        <Button
          icon="check"
          className="max-sm:flex-1"
          loading={answering === 'accept'}
          disabled={answering !== undefined}
          aria-description={label('Accept')}
          onClick={() => onAnswer('accept')}
        >
          Accept
        </Button>
      )}
      <Button
        variant="secondary"
        icon="close"
        className="max-sm:flex-1"
        loading={answering === 'decline'}
        disabled={answering !== undefined}
        aria-description={label('Decline')}
        onClick={() => onAnswer('decline')}
      >
        Decline
      </Button>
      <p className="min-w-0 flex-1 basis-64 text-sm text-mist" role="status">
        {statusOf(match)} Open until <time dateTime={match.expires_at}>{until(match.expires_at)}</time>.
      </p>
    </footer>
  );
}

function statusOf(match: Match): string {
  const mine = match.members.find((member) => member.is_you);
  const missing = match.members.filter((member) => member.response !== 'accept' && !member.is_you).length;
  if (match.my_response === 'accept') {
    return missing === 0 ? 'Everybody accepted.' : `You accepted. Waiting for ${missing} more.`;
  }
  if (mine?.carried) return 'You said yes to this squad before: accept to agree to the substitute.';
  return missing === 0
    ? 'Everybody else has accepted: it is up to you.'
    : 'Contact details stay hidden until everybody accepts.';
}

function until(iso: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return format.format(new Date(iso));
}
