import { useRef, useState } from 'react';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { readAuthState } from '../../../web/session-store.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import { useDraft } from '../../../web/use-draft.ts';
import { type AdviceConversation, TURNS_KEPT } from '../advice/advice.schema.ts';

const NOTHING = { text: '' };
const NO_ANSWER = 'The assistant didn’t answer. Your text is still here. Try again.';

/** Manages the assistant's conversation on this page, the draft, and the request in flight. */
export function useAdvice(start: AdviceConversation) {
  const [conversation, setConversation] = useState(start);
  const [{ text }, keep] = useDraft(`build-advice:${readAuthState().user?.id}`, NOTHING);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<'ask' | 'clear'>();
  // A second tap may come before the first one has rendered.
  const taken = useRef(false);

  const alone = async (name: 'ask' | 'clear', work: () => Promise<boolean>): Promise<boolean> => {
    if (taken.current) return false;
    taken.current = true;
    setBusy(name);
    try {
      return await work();
    } finally {
      taken.current = false;
      setBusy(undefined);
    }
  };

  /** @returns whether there is a new answer */
  const ask = (question: string) =>
    alone('ask', async () => {
      setProblem(undefined);
      try {
        const turn = await unwrap(browserApi().api['build-advice'].$post({ json: { text: question } }));
        setConversation((before) => ({ ...before, turns: [...before.turns, turn].slice(-TURNS_KEPT) }));
        // Text typed while it answers is kept.
        keep((typed) => (typed.text.trim() === question.trim() ? NOTHING : typed));
        return true;
      } catch (error) {
        setProblem(error instanceof ApiError && error.status > 0 ? error.message : NO_ANSWER);
        return false;
      }
    });

  /** @returns whether the conversation was deleted */
  const clear = () =>
    alone('clear', async () => {
      try {
        setConversation(await unwrap(browserApi().api['build-advice'].$delete()));
        showToast({ title: 'Chat cleared', tone: 'success' });
        return true;
      } catch (error) {
        const description = error instanceof ApiError ? error.message : 'Please try again.';
        showToast({ title: 'Couldn’t clear the chat', description, tone: 'error' });
        return false;
      }
    });

  const type = (typed: string) => {
    keep({ text: typed });
    setProblem(undefined);
  };
  return { conversation, text, type, problem, busy, ask, clear };
}
