import { useRef, useState } from 'react';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as messages from '../queue.messages.ts';
import type { CheckAnswer, QueueCheck } from '../queue.schema.ts';
import { answerCheck } from './queue-requests.ts';
import { readQueueState } from './queue-store.ts';

/** Provides the two answers to a check. Retries failed attempts and shows that to the user. */
export function useCheckAnswer(check: QueueCheck) {
  const t = useTranslator();
  const [busy, setBusy] = useState<CheckAnswer>();
  const [answerProblem, setAnswerProblem] = useState<string>();
  const pendingAnswer = useRef<CheckAnswer>(undefined);

  async function answer(what: CheckAnswer): Promise<void> {
    if (pendingAnswer.current) return;
    pendingAnswer.current = what;
    setBusy(what);
    setAnswerProblem(undefined);
    try {
      await answerCheck(check, what, () => setAnswerProblem(t(messages.answerRetried)));
      setAnswerProblem(undefined);
    } catch (error) {
      showAnswerError(t, error, setAnswerProblem);
    } finally {
      pendingAnswer.current = undefined;
      setBusy(undefined);
    }
  }
  return { busy, trouble: answerProblem, answer };
}

/** Shows the error inside the check while it's open. After that, the outcome is shown anyway. */
function showAnswerError(t: Translator, error: unknown, inPlace: (sentence: string) => void): void {
  const sentence = error instanceof ApiError ? error.message : t(messages.answerError);
  const { state } = readQueueState();
  if (!state || state.check) inPlace(sentence);
  else if (!state.outcome) showToast({ title: t(messages.answerTooLate), description: sentence, tone: 'info' });
}
