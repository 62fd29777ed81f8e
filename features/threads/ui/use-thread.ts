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

const PAGE_SIZE = 50;
const NO_DRAFT: { text: string; outgoing: PendingMessage[] } = { text: '', outgoing: [] };

/** A message that's being sent, or that couldn't be sent and can be retried. */
export type PendingMessage = { clientId: string; text: string; problem?: string };

/** `refusal`: the error message when the user can't see the thread; null when loading failed. */
type Failure = { refusal: string | null };

const toProblem = (t: Translator, error: unknown) => (error instanceof ApiError ? error.message : t(texts.sendFailed));

/**
 * Returns a subject's thread, updated by live events, with the draft and the messages being sent. The draft and these
 * messages remain when the user leaves the page.
 * @param follows topic kinds that can open or close the thread
 */
export function useThread(kind: ThreadKind, subjectId: string, follows: readonly string[]) {
  const t = useTranslator();
  const [page, setPage] = useState<ThreadPage>();
  const shownPage = useRef<ThreadPage>(undefined);
  const showPage = useCallback((next: ThreadPage | undefined) => {
    shownPage.current = next;
    setPage(next);
  }, []);
  const [failure, setFailure] = useState<Failure>();
  const [loading, setLoading] = useState(false);
  const [{ text: draft, outgoing }, keep] = useDraft(
    `message:${readAuthState().user?.id}:${kind}:${subjectId}`,
    NO_DRAFT,
  );
  const keepRef = useRef(keep);
  keepRef.current = keep;
  const setDraft = (text: string) => keep((previous) => ({ ...previous, text }));
  const setOutgoing = useCallback(
    (change: (outgoing: PendingMessage[]) => PendingMessage[]) =>
      keepRef.current((previous) => ({ ...previous, outgoing: change(previous.outgoing) })),
    [],
  );
  /** The number of the oldest message shown, where reloads start. */
  const oldest = useRef<number>(undefined);
  const latestLoad = useRef(0);
  const activeLoads = useRef(0);

  const load = useCallback(async () => {
    latestLoad.current += 1;
    const loadNumber = latestLoad.current;
    activeLoads.current += 1;
    setLoading(true);
    try {
      const page = await fetchFrom(kind, subjectId, oldest.current);
      if (loadNumber !== latestLoad.current) return;
      oldest.current = page.messages[0]?.seq;
      showPage(page);
      setFailure(undefined);
      setOutgoing((messages) => omitArrived(messages, page));
    } catch (error) {
      if (loadNumber !== latestLoad.current) return;
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      setFailure({ refusal: isRefused ? error.message : null });
      // The user is no longer a member, so hide the thread.
      if (isRefused) showPage(undefined);
      throw error;
    } finally {
      activeLoads.current -= 1;
      if (loadNumber === latestLoad.current) setLoading(false);
    }
  }, [kind, subjectId, showPage, setOutgoing]);
  const reload = useCallback(() => load().catch(() => undefined), [load]);
  useEffect(() => {
    oldest.current = undefined;
    setOutgoing((messages) => messages.map((one) => ({ problem: t(texts.sendInterrupted), ...one })));
    void reload();
  }, [t, reload, setOutgoing]);
  const handlePayload = (topic: string, payload: unknown) => {
    const state = shownPage.current;
    // A fetch that's still running may return data older than the event, so reload instead of merging.
    if (!state || activeLoads.current > 0) return false;
    if (topic !== `messages:${state.id}`) return true;
    const next = mergeNews(state, payload as ThreadNews, readAuthState().user?.id ?? '');
    if (!next) return false;
    oldest.current ??= next.messages[0]?.seq;
    showPage(next);
    setOutgoing((messages) => omitArrived(messages, next));
    return true;
  };
  // The surrounding page indicates when live updates are delayed.
  useLive(['thread', 'messages', ...follows], load, { heard: handlePayload });

  const loadOlder = async () => {
    if (!page || oldest.current === undefined) return;
    const before = oldest.current;
    oldest.current = Math.max(page.first_seq, before - PAGE_SIZE);
    await load().catch(() => {
      oldest.current = before;
    });
  };

  /** The last message in the send queue. Messages are sent one after another to preserve their order. */
  const tail = useRef(Promise.resolve());
  const sendMessage = (text: string, clientId: string = crypto.randomUUID()) => {
    const { id } = page!;
    setOutgoing((messages) => [...messages.filter((one) => one.clientId !== clientId), { clientId, text }]);
    tail.current = tail.current.then(async () => {
      try {
        const json = { client_id: clientId, text };
        const message = await unwrap(browserApi().api.threads[':id'].messages.$post({ param: { id }, json }));
        const next = shownPage.current && activeLoads.current === 0 && mergeOwnMessage(shownPage.current, message);
        if (next) {
          oldest.current ??= message.seq;
          showPage(next);
        }
        setOutgoing((messages) => messages.filter((one) => one.clientId !== clientId));
        if (next) return;
      } catch (error) {
        const problem = toProblem(t, error);
        setOutgoing((messages) => messages.map((one) => (one.clientId === clientId ? { ...one, problem } : one)));
      }
      // Others have written in between, or the thread was closed, so reload.
      await reload();
    });
  };
  const forget = (clientId: string) => setOutgoing((messages) => messages.filter((one) => one.clientId !== clientId));
  const markRead = useCallback(
    (seq: number) => shownPage.current && showPage(mergeReadMark(shownPage.current, seq)),
    [showPage],
  );
  return {
    page,
    failure,
    loading,
    draft,
    setDraft,
    outgoing,
    send: sendMessage,
    forget,
    older: loadOlder,
    reload,
    markRead,
  };
}

async function fetchFrom(kind: ThreadKind, id: string, from: number | undefined): Promise<ThreadPage> {
  const fetchPart = async (query: { from?: string; before?: string }): Promise<ThreadPage> => {
    const request = { param: { kind, id }, query: { ...query, explain: 'denied' as const } };
    const response = await unwrap(browserApi().api.threads[':kind'][':id'].$get(request));
    if ('denied' in response) throw new ApiError(404, 'not_found', response.denied);
    return response as ThreadPage;
  };
  if (from === undefined) return fetchPart({});
  const page = await fetchPart({ from: String(from) });
  // Load a long thread in parts.
  for (let firstSeq = page.messages[0]?.seq ?? 0; firstSeq > Math.max(from, page.first_seq); ) {
    const { messages } = await fetchPart({ from: String(from), before: String(firstSeq) });
    if (messages.length === 0) break;
    page.messages.unshift(...messages);
    firstSeq = messages[0]!.seq;
  }
  return page;
}

function omitArrived(outgoing: PendingMessage[], { messages }: ThreadPage): PendingMessage[] {
  const ids = new Set(messages.map(({ client_id }) => client_id));
  return outgoing.filter(({ clientId }) => !ids.has(clientId));
}
