import { useTranslator } from '../messages/use-translator.tsx';
import { type QueuedAnswer, removeAnswer } from './answer-queue.ts';
import { Button } from './ui/button.tsx';
import * as messages from './web.messages.ts';

/**
 * Says that an answer is sent later, with a button to undo it.
 * @param about names the match, invitation or session for screen readers
 */
export function QueuedAnswerLine({ queued, about }: { queued: QueuedAnswer | undefined; about: string }) {
  const t = useTranslator();
  return (
    <div className="flex w-full items-center gap-2 empty:hidden">
      {queued && (
        <span role="status" className="min-w-0 flex-1 text-sm text-muted">
          {t(messages.answerQueued)}
        </span>
      )}
      {queued?.state === 'waiting' && (
        <Button size="sm" variant="ghost" icon="undo" aria-description={about} onClick={() => removeAnswer(queued)}>
          {t(messages.undoAnswer)}
        </Button>
      )}
    </div>
  );
}
