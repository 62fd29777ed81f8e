import { useEffect, useState } from 'react';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { toast } from '../../../web/ui/toast-store.ts';
import type { Match, MatchResponse } from '../matches.schema.ts';
import { answerMatch } from './answer-match.ts';

export type MatchPage = { matches: Match[]; next: string | null };

/**
 * The viewer's matches with their answers. An answer shows at once and is taken back when the server refuses it; a
 * declined match leaves the list.
 */
export function useMatches(loaded: MatchPage) {
  const [page, setPage] = useState(loaded);
  const [answering, setAnswering] = useState<{ id: string; action: MatchResponse }>();
  const [loadingMore, setLoadingMore] = useState(false);
  useEffect(() => setPage(loaded), [loaded]);

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

function withMine(match: Match, action: MatchResponse): Match {
  const members = match.members.map((member) => (member.is_you ? { ...member, response: action } : member));
  return { ...match, my_response: action, members };
}
