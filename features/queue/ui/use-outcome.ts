import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { dismissToast, showToast } from '../../../web/ui/toast-store.ts';
import * as messages from '../queue.messages.ts';
import type { QueueCheck, QueueOutcome, QueueState } from '../queue.schema.ts';
import { claimAnnouncement } from './announce-once.ts';
import { formatOutcome } from './outcome-labels.ts';
import { hasSentWithin } from './queue-store.ts';

/** How long other tabs wait, so that the tab in which the user acted shows the outcome first. */
const HEAD_START_MS = 700;
/** Maximum time between a check's end and an outcome that belongs to it. */
const HANDLED_MS = 15_000;

export type HandledOutcome = { check: QueueCheck; outcome: QueueOutcome };

/**
 * Shows the outcome of a ticket or check once per browser, in a visible tab.
 * @param openCheck the check that's open on this page, not minimized
 * @param onSquad called with the squad of a check that was open here; other tabs don't show it
 */
export function useOutcome(
  state: QueueState | undefined,
  openCheck: QueueCheck | undefined,
  onSquad: (attended: HandledOutcome) => void,
): void {
  const t = useTranslator();
  const navigate = useNavigate();
  const handledRef = useRef<{ check: QueueCheck; at: number }>(undefined);
  if (openCheck) handledRef.current = { check: openCheck, at: Date.now() };
  const queueOutcome = state?.outcome ?? undefined;
  const latestRef = useRef({ t, news: queueOutcome, onSquad, navigate });
  latestRef.current = { t, news: queueOutcome, onSquad, navigate };
  const id = queueOutcome?.id;
  const toastId = useRef<number>(undefined);

  // On a phone, the toast would cover a newly opened check's button.
  const openId = openCheck?.id;
  useEffect(() => {
    if (openId && toastId.current !== undefined) dismissToast(toastId.current);
  }, [openId]);

  useEffect(() => {
    if (!id) return;
    const handledCheck =
      handledRef.current && Date.now() - handledRef.current.at < HANDLED_MS ? handledRef.current.check : undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const announce = async () => {
      if (document.visibilityState !== 'visible' || !(await claimAnnouncement('outcome', id))) return;
      const { t: translate, news: outcome, onSquad: meet, navigate: go } = latestRef.current;
      if (outcome?.id !== id) return;
      if (handledCheck && outcome.kind === 'squad' && outcome.squad_id) return meet({ check: handledCheck, outcome });
      toastId.current = showToast(createOutcomeToast(translate, outcome, go));
    };
    const refreshSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void announce(), handledCheck || hasSentWithin(HANDLED_MS) ? 0 : HEAD_START_MS);
    };
    refreshSoon();
    document.addEventListener('visibilitychange', refreshSoon);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refreshSoon);
    };
  }, [id]);
}

function createOutcomeToast(
  t: Translator,
  outcome: QueueOutcome,
  go: (to: string) => unknown,
): Parameters<typeof showToast>[0] {
  const { squad_id: squad } = outcome;
  return {
    ...formatOutcome(t, outcome),
    tone: outcome.kind === 'squad' ? 'success' : 'info',
    duration: 12_000,
    ...(squad ? { action: { label: t(messages.openRoom), onClick: () => void go(paths.squad(squad)) } } : {}),
  };
}
