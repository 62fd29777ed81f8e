import { useEffect, useRef, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getServerNow } from '../../../web/ui/server-clock.ts';
import * as messages from '../queue.messages.ts';
import type { QueueState } from '../queue.schema.ts';
import { claimAnnouncement } from './announce-once.ts';
import { usePlaySettings } from './play-settings.ts';
import { canSound, playFoundSound, playPromptSound, playTicks, unlockSound } from './play-sound.ts';
import { reportCheckShown } from './queue-requests.ts';
import { getSoundCheckId, listTicks } from './sound-schedule.ts';
import { flashTitle } from './title-flash.ts';

const BUZZ = [220, 120, 220];

/**
 * Alerts a player who has to answer a check or the still-there question, with sound, vibration and the page title,
 * according to their settings.
 */
export function useCheckAlarm(state: QueueState | undefined): void {
  const t = useTranslator();
  const check = state?.check;
  const ticket = state?.ticket;
  const called = getSoundCheckId(check);
  const stillUntil = ticket?.still_until ?? undefined;
  const audible = useAudible(Boolean(ticket ?? check));
  useFoundCall(called, audible);
  useCountdownTicks(check && called ? check.deadline : undefined, audible && called !== undefined);
  useStillCall(stillUntil && ticket ? `${ticket.id} ${stillUntil}` : undefined);
  useTitle(called ? t(messages.matchFoundTabTitle) : stillUntil ? t(messages.stillThereTabTitle) : undefined);
}

/**
 * Returns whether this page can play sound. Browsers require a gesture first; any tap of a waiting player unlocks it.
 */
function useAudible(waiting: boolean): boolean {
  const [audible, setAudible] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    setAudible(canSound());
    const press = () => {
      unlockSound();
      setTimeout(() => setAudible(canSound()), 100);
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('keydown', press);
    };
  }, [waiting]);
  return audible;
}

/** Plays the alert once per check, in only one tab of the browser. */
function useFoundCall(called: string | undefined, audible: boolean): void {
  const settings = useRef(usePlaySettings());
  settings.current = usePlaySettings();
  useEffect(() => {
    if (!called || !audible) return;
    void claimAnnouncement('sound', called).then((first) => {
      if (first && settings.current.sound) playFoundSound(settings.current.volume);
    });
  }, [called, audible]);
  useEffect(() => {
    if (called && settings.current.vibrate && document.visibilityState === 'visible') navigator.vibrate?.(BUZZ);
  }, [called]);
}

function useCountdownTicks(deadline: string | undefined, audible: boolean): void {
  const { ticks, volume } = usePlaySettings();
  useEffect(() => {
    if (!deadline || !audible || !ticks) return;
    let end: (() => void) | undefined;
    const over = new AbortController();
    const tick = () => {
      end ??= playTicks(listTicks({ my_answer: null, deadline }, getServerNow()), volume);
    };
    // The first tab that can play sound plays the ticks while this check is open there.
    if (!navigator.locks) tick();
    else {
      navigator.locks
        .request('planet-crew-queue-ticks', { signal: over.signal }, () => {
          tick();
          return new Promise<void>((done) => over.signal.addEventListener('abort', () => done()));
        })
        .catch(() => {});
    }
    return () => {
      over.abort();
      end?.();
    };
  }, [deadline, audible, ticks, volume]);
}

function useStillCall(asked: string | undefined): void {
  const settings = useRef(usePlaySettings());
  settings.current = usePlaySettings();
  useEffect(() => {
    if (!asked || !canSound()) return;
    void claimAnnouncement('asked', asked).then((first) => {
      if (first && settings.current.sound) playPromptSound(settings.current.volume);
    });
  }, [asked]);
}

function useTitle(message: string | undefined): void {
  const { title } = usePlaySettings();
  useEffect(() => (message && title ? flashTitle(message) : undefined), [message, title]);
}

/** Reports to the server that a check is on a visible screen, once per version. */
export function useShown(state: QueueState | undefined): void {
  const check = state?.check;
  const latest = useRef(check);
  latest.current = check;
  const seen = check && check.my_answer === null ? `${check.id} ${check.version}` : undefined;
  useEffect(() => {
    if (!seen) return;
    let hasAnnounced = false;
    const announce = () => {
      if (hasAnnounced || document.visibilityState !== 'visible' || !latest.current) return;
      hasAnnounced = true;
      reportCheckShown(latest.current).catch(() => {});
    };
    announce();
    document.addEventListener('visibilitychange', announce);
    return () => document.removeEventListener('visibilitychange', announce);
  }, [seen]);
}
