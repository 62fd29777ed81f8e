import { useEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { useAuth } from '../../../web/auth-session.ts';
import { PlayerBar } from '../../../web/shell/player-bar.tsx';
import type { HeaderAccount } from '../../../web/use-header-account.ts';
import { InboxCount } from '../../notifications/ui/inbox-count.tsx';
import { InboxNews } from '../../notifications/ui/inbox-news.tsx';

type PlayerHeaderProps = { account: HeaderAccount; onSignOut: () => void };

export default function PlayerHeader({ account, onSignOut }: PlayerHeaderProps) {
  // The header may be shown before the session has been read.
  const { user } = useAuth();
  useOfflineTasks(user?.id);
  return (
    <>
      <PlayerBar account={account} onSignOut={onSignOut} count={<InboxCount />} />
      {user && <InboxNews key={user.id} />}
    </>
  );
}

/** Time for a page to load its own scripts first, which are then stored too. */
const SETTLE_MS = 3_000;

/** Sends answers that were given offline, and stores pages for the next time without a network. */
function useOfflineTasks(userId: string | undefined): void {
  const t = useTranslator();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const reload = useRef(revalidate);
  reload.current = revalidate;
  useEffect(() => {
    if (!userId) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    const start = async () => {
      const tasks = await loadOfflineTasks();
      if (!isOver) stop ??= tasks?.sendAnswersWhenOnline(t, () => reload.current());
    };
    const timer = setTimeout(start, SETTLE_MS);
    window.addEventListener('online', start);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('online', start);
      stop?.();
    };
  }, [userId, t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has scripts of its own
  useEffect(() => {
    if (!userId) return;
    const timer = setTimeout(() => void loadOfflineTasks().then((tasks) => tasks?.storePages()), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [userId, pathname]);
}

/** Without a network, the script may not load. It's then requested again later. */
const loadOfflineTasks = () => import('./offline-tasks.ts').catch(() => undefined);
