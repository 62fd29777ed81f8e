import { lazy, Suspense, useState } from 'react';

const PurchaseConfirmation = lazy(() => import('./purchase-confirmation.tsx'));

type Question = { needsAdult: boolean; answer: (isConfirmed: boolean) => void };

/**
 * Returns `confirm` and the open question for `PurchaseQuestion`. `confirm` asks the buyer for the confirmations that
 * checkout needs and resolves to whether they gave them.
 */
export function usePurchaseConfirmation() {
  const [question, setQuestion] = useState<Question>();
  const confirm = ({ adult: needsAdult }: { adult: boolean }) =>
    new Promise<boolean>((resolve) => {
      const answer = (isConfirmed: boolean) => {
        setQuestion(undefined);
        resolve(isConfirmed);
      };
      setQuestion({ needsAdult, answer });
    });
  return { confirm, question };
}

/**
 * The dialog with the open question. Its code is loaded on demand, because most buyers confirmed earlier and don't need
 * it.
 */
export function PurchaseQuestion({ question }: { question: Question | undefined }) {
  if (!question) return null;
  return (
    <Suspense>
      <PurchaseConfirmation needsAdult={question.needsAdult} onAnswer={question.answer} />
    </Suspense>
  );
}
