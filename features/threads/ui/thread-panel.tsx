import { Fragment, useRef, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../threads.messages.ts';
import type { ThreadKind, ThreadMessage, ThreadPage } from '../threads.schema.ts';
import { MessageBox } from './message-box.tsx';
import { type MessageActions, MessageItem } from './message-item.tsx';
import { MessageText } from './message-text.tsx';
import { EditMessage, RemoveMessage, ReportMessage } from './thread-dialogs.tsx';
import { useReadMark } from './use-read-mark.ts';
import { type PendingMessage, useThread } from './use-thread.ts';

type Props = {
  kind: ThreadKind;
  subjectId: string;
  title?: string;
  /** Placeholder shown before the first message. */
  empty: string;
  /** Topic kinds that can open or close the thread. */
  follows?: readonly string[];
};

const NO_IDS: readonly string[] = [];

/** Returns the anchor of a subject's thread, for links to it. */
export const getThreadHeadingId = (subjectId: string) => `thread-${subjectId}`;

/** The chat of a subject's members. */
export function ThreadPanel({ kind, subjectId, title, empty, follows = NO_IDS }: Props) {
  const t = useTranslator();
  const { page, failure, loading, draft, setDraft, outgoing, send, forget, older, reload, markRead } = useThread(
    kind,
    subjectId,
    follows,
  );
  const endRef = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const newFrom = useFirstUnread(page);
  useReadMark(page, endRef, markRead);
  // The thread doesn't exist, or the reader isn't in it.
  if (failure?.refusal) return null;
  const headingId = getThreadHeadingId(subjectId);
  const heading = title ?? t(messages.title);
  const sendAndScroll = (text: string, clientId?: string) => {
    send(text, clientId);
    // The list is in reverse order, so scroll position 0 is the end, where sent messages appear.
    requestAnimationFrame(() => scroller.current?.scrollTo({ top: 0 }));
  };
  const change = ({ clientId, text }: PendingMessage) => {
    forget(clientId);
    setDraft(draft ? `${text}\n${draft}` : text);
  };
  return (
    <Panel as="section" aria-labelledby={headingId} className="stack min-w-0">
      <h2 id={headingId} className="cluster text-lg">
        <span>{heading}</span>
        {page && page.unread > 0 && <Badge tone="cyan">{t(messages.newBadge, { count: page.unread })}</Badge>}
      </h2>
      {!page && failure && <NotLoaded loading={loading} onRetry={() => reload()} />}
      {!page && !failure && <Loading />}
      {page && (
        <>
          {/* The list stays scrolled to its end when messages arrive, and keeps its position when older ones are
              added. */}
          <div
            ref={scroller}
            className="flex max-h-96 flex-col-reverse overflow-y-auto"
            role="log"
            aria-label={heading}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
            tabIndex={0}
          >
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {page.messages.length > 0 && page.messages[0]!.seq > page.first_seq && (
                <Button size="sm" variant="ghost" loading={loading} onClick={() => older()}>
                  {t(messages.showOlder)}
                </Button>
              )}
              {page.messages.length === 0 && outgoing.length === 0 && (
                <EmptyState icon="chat" title={page.closed ? t(messages.noMessages) : t(messages.noMessagesYet)}>
                  {!page.closed && empty}
                </EmptyState>
              )}
              <Messages page={page} newFrom={newFrom} onChanged={() => void reload()} />
              {outgoing.map((one) => (
                <PendingMessages
                  key={one.clientId}
                  message={one}
                  onAgain={() => sendAndScroll(one.text, one.clientId)}
                  onChange={() => change(one)}
                />
              ))}
              <div ref={endRef} aria-hidden="true" className="h-px" />
            </div>
          </div>
          {page.closed ? (
            <p className="text-muted">{page.closed}</p>
          ) : (
            <MessageBox value={draft} onChange={setDraft} onSend={(text) => sendAndScroll(text)} />
          )}
        </>
      )}
    </Panel>
  );
}

/** Returns the first message that was unread when the page was opened, to mark it until the page is closed. */
function useFirstUnread(page: ThreadPage | undefined): number | undefined {
  const firstSeq = useRef<number>(undefined);
  if (page && firstSeq.current === undefined) firstSeq.current = page.unread > 0 ? page.read_seq + 1 : 0;
  return firstSeq.current || undefined;
}

type OpenDialog = { act: 'edit' | 'remove' | 'report' | 'reportPerson'; message: ThreadMessage };

function Messages({
  page,
  newFrom,
  onChanged,
}: {
  page: ThreadPage;
  newFrom: number | undefined;
  onChanged: () => void;
}) {
  const t = useTranslator();
  const [acting, setActing] = useState<OpenDialog>();
  const openDialog = (act: OpenDialog['act']) => (message: ThreadMessage) => setActing({ act, message });
  const changeMute = async ({ author, muted }: ThreadMessage) => {
    const address = browserApi().api.threads[':id'].mutes[':user'];
    const param = { id: page.id, user: author!.id };
    await attempt(
      () => address.$put({ param, json: { muted: !muted } }),
      ({ message }) => message,
    );
    onChanged();
  };
  const messageActions: MessageActions = {
    edit: openDialog('edit'),
    remove: openDialog('remove'),
    report: openDialog('report'),
    reportPerson: openDialog('reportPerson'),
    mute: (message) => void changeMute(message),
  };
  const dialog = acting && {
    threadId: page.id,
    message: acting.message,
    onDone: onChanged,
    onClose: () => setActing(undefined),
  };
  const firstNewSeq = page.messages.find(({ seq, is_you }) => newFrom !== undefined && seq >= newFrom && !is_you)?.seq;
  return (
    <>
      {page.messages.map((message) => (
        <Fragment key={message.seq}>
          {message.seq === firstNewSeq && (
            <p className="border-t border-cyan pt-1 text-center text-sm text-cyan-ink">
              {t(messages.newSinceLastVisit)}
            </p>
          )}
          <MessageItem message={message} youLead={page.you_lead} acts={messageActions} />
        </Fragment>
      ))}
      {dialog && acting.act === 'edit' && <EditMessage {...dialog} />}
      {dialog && acting.act === 'remove' && <RemoveMessage {...dialog} />}
      {dialog && acting.act === 'report' && <ReportMessage {...dialog} about="message" />}
      {dialog && acting.act === 'reportPerson' && <ReportMessage {...dialog} about="player" />}
    </>
  );
}

function PendingMessages({
  message,
  onAgain,
  onChange,
}: {
  message: PendingMessage;
  onAgain: () => void;
  onChange: () => void;
}) {
  const t = useTranslator();
  return (
    // Not announced while sending. Screen readers announce the message once it's in the list.
    <div className="grid gap-1 ps-11" aria-live="off" data-outgoing={message.problem ? 'failed' : 'sending'}>
      <MessageText text={message.text} />
      {message.problem ? (
        <div role="alert">
          <p className="text-sm text-red-ink">{t(messages.notSent, { problem: message.problem })}</p>
          <p className="cluster">
            <Button size="sm" variant="secondary" icon="refresh" onClick={onAgain}>
              {t(messages.sendAgain)}
            </Button>
            <Button size="sm" variant="ghost" icon="edit" onClick={onChange}>
              {t(messages.editUnsent)}
            </Button>
          </p>
        </div>
      ) : (
        <p className="text-xs text-muted">{t(messages.sending)}</p>
      )}
    </div>
  );
}

function NotLoaded({ loading, onRetry }: { loading: boolean; onRetry: () => void }) {
  const t = useTranslator();
  return (
    <ErrorState title={t(messages.loadFailed)} onRetry={onRetry} retrying={loading}>
      {t(messages.loadFailedHint)}
    </ErrorState>
  );
}

function Loading() {
  const t = useTranslator();
  return (
    <SkeletonRegion label={t(messages.loading)} className="grid gap-4">
      <Skeleton className="h-10 w-3/4" />
      <Skeleton className="h-10 w-1/2" />
      <Skeleton className="h-10 w-2/3" />
    </SkeletonRegion>
  );
}
