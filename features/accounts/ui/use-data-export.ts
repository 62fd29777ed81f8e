import { useCallback, useEffect, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, toErrorMessage, unwrap } from '../../../web/api-client.ts';
import { saveFile } from '../../../web/save-file.ts';
import * as messages from '../accounts.messages.ts';
import type { DataExport } from '../own-data/own-data.schema.ts';
import { runSecurityAction } from './security-action.ts';

const POLL_INTERVAL_MS = 1_500;

/** Returns the signed-in user's data export: its progress and the available actions. */
export function useDataExport() {
  const t = useTranslator();
  const [progress, setProgress] = useState<DataExport>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const loadProgress = useCallback(async () => {
    try {
      setProgress(await unwrap(browserApi().api.account.export.$get()));
      setProblem(undefined);
    } catch (error) {
      setProblem(toErrorMessage(error, t(messages.exportLoadFailedExplanation)));
    }
  }, [t]);

  const isPreparing = progress?.state === 'waiting' || progress?.state === 'running';
  useEffect(() => {
    if (!isPreparing) return;
    const timer = setInterval(() => void loadProgress(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isPreparing, loadProgress]);

  // Load an export started earlier, here or on another device. Ignore errors. For example, if a second factor is
  // required, users see that when they click the button.
  useEffect(() => {
    unwrap(browserApi().api.account.export.$get()).then(setProgress, () => {});
  }, []);

  const start = async () => {
    setBusy(true);
    await runSecurityAction(t, '', async () => {
      setProgress(await unwrap(browserApi().api.account.export.$post()));
      setProblem(undefined);
    });
    setBusy(false);
  };
  const download = async () => {
    setBusy(true);
    const isSaved = await runSecurityAction(t, t(messages.exportSavedToast), async () => {
      const data = await unwrap(browserApi().api.account.export.file.$get());
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'planet-crew-data.json');
    });
    // The file may have been deleted since this page was opened.
    if (!isSaved) await loadProgress();
    setBusy(false);
  };
  return { progress, problem, busy, start, download };
}
