import { useEffect, useRef, useState } from 'react';
import type { Translator } from '../../../messages/translator.ts';
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

const VIBRATION_PATTERN = [220, 120, 220];

/**
 * Alerts a player who has to answer a check, an offer or the still-there question. Uses sound, vibration and the page
 * title, according to the player's settings.
 */
export function useCheckAlarm(state: QueueState | undefined): void {
  const t = useTranslator();
  const check = state?.check;
  const ticket = state?.ticket;
  const callId = getSoundCheckId(check);
  const stillUntil = ticket?.still_until ?? undefined;
  const isAudible = useAudible(Boolean(ticket ?? check));
  useFoundCall(callId, isAudible);
  useCountdownTicks(check && callId ? check.deadline : undefined, isAudible && callId !== undefined);
  const offer = check ? undefined : state?.offer;
  useStillCall(
    offer ? `${offer.session_id} ${offer.until}` : stillUntil && ticket ? `${ticket.id} ${stillUntil}` : undefined,
  );
  useTitle(getTabTitle(t, { callId, offer, stillUntil }));
}

type Alarm = { callId: string | undefined; offer: QueueState['offer'] | undefined; stillUntil: string | undefined };

function getTabTitle(t: Translator, { callId, offer, stillUntil }: Alarm): string | undefined {
  if (callId) return t(messages.matchFoundTabTitle);
  if (offer) return t(messages.offerTabTitle);
  return stillUntil ? t(messages.stillThereTabTitle) : undefined;
}

/**
 * Returns whether this page can play sound. Browsers require a gesture first; any tap of a waiting player unlocks it.
 */
function useAudible(isWaiting: boolean): boolean {
  const [audible, setAudible] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    setAudible(canSound());
    const handlePress = () => {
      unlockSound();
      setTimeout(() => setAudible(canSound()), 100);
    };
    document.addEventListener('pointerdown', handlePress);
    document.addEventListener('keydown', handlePress);
    return () => {
      document.removeEventListener('pointerdown', handlePress);
      document.removeEventListener('keydown', handlePress);
    };
  }, [isWaiting]);
  return audible;
}

/** Plays the alert once per check, in only one tab of the browser. */
function useFoundCall(callId: string | undefined, isAudible: boolean): void {
  const settings = useRef(usePlaySettings());
  settings.current = usePlaySettings();
  useEffect(() => {
    if (!callId || !isAudible) return;
    void claimAnnouncement('sound', callId).then((isFirst) => {
      if (isFirst && settings.current.sound) playFoundSound(settings.current.volume);
    });
  }, [callId, isAudible]);
  useEffect(() => {
    if (callId && settings.current.vibrate && document.visibilityState === 'visible')
      navigator.vibrate?.(VIBRATION_PATTERN);
  }, [callId]);
}

function useCountdownTicks(deadline: string | undefined, isAudible: boolean): void {
  const { ticks, volume } = usePlaySettings();
  useEffect(() => {
    if (!deadline || !isAudible || !ticks) return;
    let stopTicks: (() => void) | undefined;
    const unmount = new AbortController();
    const startTicks = () => {
      stopTicks ??= playTicks(listTicks({ my_answer: null, deadline }, getServerNow()), volume);
    };
    // The first tab that can play sound plays the ticks while this check is open there.
    if (!navigator.locks) startTicks();
    else {
      navigator.locks
        .request('planet-crew-queue-ticks', { signal: unmount.signal }, () => {
          startTicks();
          return new Promise<void>((done) => unmount.signal.addEventListener('abort', () => done()));
        })
        .catch(() => {});
    }
    return () => {
      unmount.abort();
      stopTicks?.();
    };
  }, [deadline, isAudible, ticks, volume]);
}

function useStillCall(checkId: string | undefined): void {
  const settings = useRef(usePlaySettings());
  settings.current = usePlaySettings();
  useEffect(() => {
    if (!checkId || !canSound()) return;
    void claimAnnouncement('asked', checkId).then((isFirst) => {
      if (isFirst && settings.current.sound) playPromptSound(settings.current.volume);
    });
  }, [checkId]);
}

function useTitle(message: string | undefined): void {
  const { title } = usePlaySettings();
  useEffect(() => (message && title ? flashTitle(message) : undefined), [message, title]);
}

/** Reports to the server that a check is visible on screen, once per version. */
export function useReportCheckShown(state: QueueState | undefined): void {
  const check = state?.check;
  const latestCheck = useRef(check);
  latestCheck.current = check;
  const checkKey = check && check.my_answer === null ? `${check.id} ${check.version}` : undefined;
  useEffect(() => {
    if (!checkKey) return;
    let hasAnnounced = false;
    const announce = () => {
      if (hasAnnounced || document.visibilityState !== 'visible' || !latestCheck.current) return;
      hasAnnounced = true;
      reportCheckShown(latestCheck.current).catch(() => {});
    };
    announce();
    document.addEventListener('visibilitychange', announce);
    return () => document.removeEventListener('visibilitychange', announce);
  }, [checkKey]);
}
