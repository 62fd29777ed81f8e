import { useCallback, useEffect, useRef, useState } from 'react';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { readAuthState } from '../../../web/session-store.ts';
import { useDraft } from '../../../web/use-draft.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { mergeNews, mergeOwnMessage, mergeReadMark } from '../thread-news.rules.ts';
import * as texts from '../threads.messages.ts';
import type { ThreadKind, ThreadNews, ThreadPage } from '../threads.schema.ts';

const PAGE = 50;
const NO_DRAFT: { text: string; outgoing: Outgoing[] } = { text: '', outgoing: [] };

/** A message that's being sent, or that couldn't be sent and can be retried. */
export type Outgoing = { clientId: string; text: string; problem?: string };

/** `refusal`: the error message when the user can't see the thread; null when loading failed. */
type Failure = { refusal: string | null };

const toProblem = (t: Translator, error: unknown) => (error instanceof ApiError ? error.message : t(texts.sendFailed));

/**
 * Returns a subject's thread, updated by live events, with the draft and the messages being sent. Both remain when the
 * user leaves the page.
 * @param follows topic kinds that can open or close the thread
 */
export function useThread(kind: ThreadKind, subjectId: string, follows: readonly string[]) {
  const t = useTranslator();
  const [page, setPage] = useState<ThreadPage>();
  const shown = useRef<ThreadPage>(undefined);
  const show = useCallback((next: ThreadPage | undefined) => {
    shown.current = next;
    setPage(next);
  }, []);
  const [failure, setFailure] = useState<Failure>();
  const [loading, setLoading] = useState(false);
  const [{ text: draft, outgoing }, keep] = useDraft(
    `message:${readAuthState().user?.id}:${kind}:${subjectId}`,
    NO_DRAFT,
  );
  const keeping = useRef(keep);
  keeping.current = keep;
  const setDraft = (text: string) => keep((kept) => ({ ...kept, text }));
  const setOutgoing = useCallback(
    (change: (waiting: Outgoing[]) => Outgoing[]) =>
      keeping.current((kept) => ({ ...kept, outgoing: change(kept.outgoing) })),
    [],
  );
  /** The number of the oldest message shown, where reloads start. */
  const oldest = useRef<number>(undefined);
  const latestLoad = useRef(0);
  const activeLoads = useRef(0);

  const load = useCallback(async () => {
    latestLoad.current += 1;
    const thisLoad = latestLoad.current;
    activeLoads.current += 1;
    setLoading(true);
    try {
      const found = await fetchFrom(kind, subjectId, oldest.current);
      if (thisLoad !== latestLoad.current) return;
      oldest.current = found.messages[0]?.seq;
      show(found);
      setFailure(undefined);
      setOutgoing((waiting) => omitArrived(waiting, found));
    } catch (error) {
      if (thisLoad !== latestLoad.current) return;
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      setFailure({ refusal: refused ? error.message : null });
      // The user is no longer a member, so hide the thread.
      if (refused) show(undefined);
      throw error;
    } finally {
      activeLoads.current -= 1;
      if (thisLoad === latestLoad.current) setLoading(false);
    }
  }, [kind, subjectId, show, setOutgoing]);
  const reload = useCallback(() => load().catch(() => undefined), [load]);
  useEffect(() => {
    oldest.current = undefined;
    setOutgoing((waiting) => waiting.map((one) => ({ problem: t(texts.sendInterrupted), ...one })));
    void reload();
  }, [t, reload, setOutgoing]);
  const handlePayload = (topic: string, payload: unknown) => {
    const known = shown.current;
    // A fetch that's still running may return data older than the event, so reload instead of merging.
    if (!known || activeLoads.current > 0) return false;
    if (topic !== `messages:${known.id}`) return true;
    const next = mergeNews(known, payload as ThreadNews, readAuthState().user?.id ?? '');
    if (!next) return false;
    oldest.current ??= next.messages[0]?.seq;
    show(next);
    setOutgoing((waiting) => omitArrived(waiting, next));
    return true;
  };
  // The surrounding page indicates when live updates are delayed.
  useLive(['thread', 'messages', ...follows], load, { heard: handlePayload });

  const older = async () => {
    if (!page || oldest.current === undefined) return;
    const before = oldest.current;
    oldest.current = Math.max(page.first_seq, before - PAGE);
    await load().catch(() => {
      oldest.current = before;
    });
  };

  /** The last message in the send queue. Messages are sent one after another to preserve their order. */
  const tail = useRef(Promise.resolve());
  const send = (text: string, clientId: string = crypto.randomUUID()) => {
    const { id } = page!;
    setOutgoing((waiting) => [...waiting.filter((one) => one.clientId !== clientId), { clientId, text }]);
    tail.current = tail.current.then(async () => {
      try {
        const json = { client_id: clientId, text };
        const sent = await unwrap(browserApi().api.threads[':id'].messages.$post({ param: { id }, json }));
        const next = shown.current && activeLoads.current === 0 && mergeOwnMessage(shown.current, sent);
        if (next) {
          oldest.current ??= sent.seq;
          show(next);
        }
        setOutgoing((waiting) => waiting.filter((one) => one.clientId !== clientId));
        if (next) return;
      } catch (error) {
        const problem = toProblem(t, error);
        setOutgoing((waiting) => waiting.map((one) => (one.clientId === clientId ? { ...one, problem } : one)));
      }
      // Others have written in between, or the thread was closed, so reload.
      await reload();
    });
  };
  const forget = (clientId: string) => setOutgoing((waiting) => waiting.filter((one) => one.clientId !== clientId));
  const markRead = useCallback((seq: number) => shown.current && show(mergeReadMark(shown.current, seq)), [show]);
  return { page, failure, loading, draft, setDraft, outgoing, send, forget, older, reload, markRead };
}

async function fetchFrom(kind: ThreadKind, id: string, from: number | undefined): Promise<ThreadPage> {
  const read = async (query: { from?: string; before?: string }): Promise<ThreadPage> => {
    const request = { param: { kind, id }, query: { ...query, explain: 'denied' as const } };
    const found = await unwrap(browserApi().api.threads[':kind'][':id'].$get(request));
    if ('denied' in found) throw new ApiError(404, 'not_found', found.denied);
    return found as ThreadPage;
  };
  if (from === undefined) return read({});
  const found = await read({ from: String(from) });
  // Load a long thread in parts.
  for (let first = found.messages[0]?.seq ?? 0; first > Math.max(from, found.first_seq); ) {
    const { messages } = await read({ from: String(from), before: String(first) });
    if (messages.length === 0) break;
    found.messages.unshift(...messages);
    first = messages[0]!.seq;
  }
  return found;
}

function omitArrived(waiting: Outgoing[], { messages }: ThreadPage): Outgoing[] {
  const arrived = new Set(messages.map(({ client_id }) => client_id));
  return waiting.filter(({ clientId }) => !arrived.has(clientId));
}
