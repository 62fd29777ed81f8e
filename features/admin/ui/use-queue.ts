import { useRef, useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import type { FlagDecision } from '../../moderation/moderation.schema.ts';
import type { AdminActionInput, AdminAnswer, QueueItem } from '../admin.schema.ts';
import { runAction, toBanSubject, undoAction } from './admin-action.ts';
import { isDecisionAllowed } from './flag-card.tsx';
import { useAdminQuery } from './use-admin-query.ts';
import { useConsoleNews } from './use-console-news.ts';

const RELOAD_MS = 250;
/**
 * How long to ignore clicks after a decided flag disappears, because they were meant for that flag and not for the next
 * one.
 */
const SLIDE_OUT_MS = 600;

/** The ban that the queue's Ban User button applies. */
export const BAN = { reason: 'Flagged content', days: 30, scope: 'all' } as const;

/**
 * Turns a decision on one flag into the specified action for it, or a decision on several flags into one bulk action.
 */
function toAction(items: QueueItem[], decision: FlagDecision): AdminActionInput {
  const [item] = items;
  if (items.length !== 1 || !item || item.squad_id || (decision === 'delete' && (item.message_id ?? item.review_id)))
    return { action: 'decide_flags', decision, flagIds: items.map((each) => each.id) };
  if (decision === 'dismiss') return { action: 'dismiss_flag', flagId: item.id };
  if (decision === 'ban') return { action: 'ban_user', userId: item.owner_id ?? '', ...BAN, flagId: item.id };
  return { action: `${decision}_listing`, listingId: item.listing_id, flagId: item.id };
}

/** The queue with its cursor and selection. Decided items disappear immediately and return if the server refuses. */
export function useQueue(onChange: () => void) {
  const queueQuery = useAdminQuery(() => browserApi().api.admin.queue.$get());
  useConsoleNews(queueQuery.refresh);
  const [leavingIds, setLeavingIds] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [banning, setBanning] = useState<QueueItem[]>([]);
  const [, setMoved] = useState<string>();
  // The cursor follows a flag, not an index: new items above must not move a different flag under it.
  const cursor = useRef<{ id: string | undefined; at: number }>({ id: undefined, at: 0 });
  const last = useRef<{ answer: AdminAnswer; back: () => void } | undefined>(undefined);
  const slid = useRef<{ id: string; at: number } | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const items = (queueQuery.data?.items ?? []).filter((item) => !leavingIds.has(item.id));
  const found = items.findIndex((item) => item.id === cursor.current.id);
  const index = found < 0 ? Math.min(cursor.current.at, items.length - 1) : found;
  cursor.current = { id: items[index]?.id, at: Math.max(0, index) };
  const goTo = (place: number) => {
    cursor.current = { id: items[place]?.id, at: place };
    setMoved(items[place]?.id);
  };

  const scheduleReload = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      queueQuery.reload();
      onChange();
    }, RELOAD_MS);
  };

  /** Asks for confirmation before a ban and names the people affected. */
  const decideAbout = async (selectedItems: QueueItem[], decision: FlagDecision) => {
    if (decision !== 'ban') return applyDecision(selectedItems, decision);
    setBanning(selectedItems.filter((item) => item.owner_id));
  };
  const applyDecision = async (selectedItems: QueueItem[], decision: FlagDecision) => {
    const about = selectedItems.filter((item) => isDecisionAllowed(item, decision));
    if (about.length === 0) return;
    const ids = about.map((item) => item.id);
    const from = cursor.current;
    const remaining = items.filter((item) => !ids.includes(item.id));
    const next = remaining[Math.min(from.at, remaining.length - 1)]?.id;
    slid.current = { id: ids[0]!, at: performance.now() };
    setLeavingIds((before) => new Set([...before, ...ids]));
    setSelected(new Set());
    const moveBack = () => {
      setLeavingIds((before) => new Set([...before].filter((id) => !ids.includes(id))));
      scheduleReload();
    };
    // Undo by shortcut or toast puts the flags back on the list.
    const bannedIds = decision === 'ban' ? about.flatMap((item) => item.owner_id ?? []) : [];
    const result = await runAction(toAction(about, decision), scheduleReload, {
      onUndone: moveBack,
      about: bannedIds.map(toBanSubject),
    });
    if (!result) {
      // The action failed. Move the cursor back, so that the same key retries it, unless the cursor has moved on.
      if (cursor.current.id === next && from.id && ids.includes(from.id)) cursor.current = from;
      return moveBack();
    }
    last.current = { answer: result, back: moveBack };
  };
  const decide = (decision: FlagDecision) => {
    const selectedItems = items.filter((item) => selected.has(item.id));
    return decideAbout(selectedItems.length > 0 ? selectedItems : items.slice(index, index + 1), decision);
  };
  const undoLast = async () => {
    const done = last.current;
    last.current = undefined;
    if (done) await undoAction(done.answer, done.back);
  };

  const toggle = (id: string) =>
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  return {
    loaded: queueQuery,
    items,
    at: index,
    selected,
    decide,
    /** Decides one flag, for its card's buttons. */
    decideOne: (item: QueueItem, decision: FlagDecision) => {
      const last = slid.current;
      if (last && last.id !== item.id && performance.now() - last.at < SLIDE_OUT_MS) return undefined;
      return decideAbout([item], decision);
    },
    undoLast,
    banning,
    confirmBan: () => {
      setBanning([]);
      return applyDecision(banning, 'ban');
    },
    cancelBan: () => setBanning([]),
    toggle,
    selectAll: () => setSelected(new Set(items.map((item) => item.id))),
    selectNone: () => setSelected(new Set()),
    move: (by: number) => goTo(Math.max(0, Math.min(items.length - 1, index + by))),
    goTo,
  };
}
