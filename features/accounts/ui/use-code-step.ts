import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CodeKind } from './send-code.ts';
import { useReady } from './use-ready.ts';

/** How long to wait for the browser to go back before leaving the page anyway. */
const BACK_MS = 1_000;

type HistoryState = { code?: CodeKind } | null;

/**
 * Makes entering the code a history entry of its own, so Back returns to the email address and a reload stays here. The
 * server can't see the history, so the first render never shows this step.
 */
export function useCodeStep() {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const isReady = useReady();
  const kind = (isReady && (state as HistoryState)?.code) || null;
  return {
    isReady,
    kind,
    open: (code: CodeKind) => void navigate({ search }, { state: { code } }),
    close: () => void navigate(-1),
  };
}

/** Navigates to `to` once it's set. Leaves the code step first, because Back would lead to it again otherwise. */
export function useNavigationFromCodeStep(to: string | undefined, isInCodeStep: boolean): void {
  const navigate = useNavigate();
  const hasGoneBack = useRef(false);
  useEffect(() => {
    if (!to) return;
    const leave = () => void navigate(to, { replace: true });
    if (!isInCodeStep) return leave();
    if (!hasGoneBack.current) void navigate(-1);
    hasGoneBack.current = true;
    const timer = setTimeout(leave, BACK_MS);
    return () => clearTimeout(timer);
  }, [to, isInCodeStep, navigate]);
}
