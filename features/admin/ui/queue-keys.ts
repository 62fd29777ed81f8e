import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FlagDecision } from '../../moderation/moderation.schema.ts';

export const KEYS: readonly { key: string; does: string }[] = [
  { key: 'j', does: 'next' },
  { key: 'k', does: 'previous' },
  { key: 'd', does: 'Dismiss' },
  { key: 'c', does: 'Close' },
  { key: 'x', does: 'Delete' },
  { key: 'b', does: 'Ban User' },
  { key: 's', does: 'select' },
  { key: 'u', does: 'undo' },
];

const DECISIONS: Record<string, FlagDecision> = { d: 'dismiss', c: 'close', x: 'delete', b: 'ban' };

type Queue = {
  move: (by: number) => void;
  decide: (decision: FlagDecision) => void;
  toggleCurrent: () => void;
  undoLast: () => void;
};

const OFF = 'planet-crew-queue-keys-off';

/** Matches devices with a mouse or trackpad. Other devices rarely have a keyboard. */
const KEYBOARD = '(any-hover: hover) and (any-pointer: fine)';

function subscribeKeyboard(onChange: () => void): () => void {
  const query = window.matchMedia(KEYBOARD);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Returns whether to offer keyboard shortcuts. */
export const useKeyboardLikely = (): boolean =>
  useSyncExternalStore(
    subscribeKeyboard,
    () => window.matchMedia(KEYBOARD).matches,
    () => true,
  );

/**
 * Returns whether single-key shortcuts are on for deciding flags. Users of voice or switch control, or anyone who
 * triggers them by mistake, can turn them off in this browser.
 */
export function useQueueKeysEnabled(): [boolean, (isOn: boolean) => void] {
  const [on, setOn] = useState(() => {
    try {
      return localStorage.getItem(OFF) === null;
    } catch {
      return true;
    }
  });
  const setEnabled = (isEnabled: boolean) => {
    setOn(isEnabled);
    try {
      if (isEnabled) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, 'off');
    } catch {
      // Without storage, the choice lasts until a reload.
    }
  };
  return [on, setEnabled];
}

/** Enables single-key shortcuts whenever no text field has the focus, unless they're turned off. */
export function useQueueKeys(queue: Queue, isOn: boolean): void {
  const current = useRef(queue);
  current.current = queue;
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, select, [contenteditable], dialog')) return;
      const { move, decide, toggleCurrent, undoLast } = current.current;
      const decision = DECISIONS[event.key];
      if (event.key === 'j') move(1);
      else if (event.key === 'k') move(-1);
      else if (event.key === 's') toggleCurrent();
      else if (event.key === 'u') undoLast();
      else if (decision) decide(decision);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}
