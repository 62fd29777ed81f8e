import { useRef, useState } from 'react';
import { getBuildChips } from '../../../content/umbrella/tools-content.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { readAuthState } from '../../../web/session-store.ts';
import { attempt } from '../../../web/use-action.ts';
import { useDraft } from '../../../web/use-draft.ts';
import { type AdviceConversation, type FilledBy, MAX_TURNS, type Wishes } from '../advice/advice.schema.ts';
import { listContradictions } from '../advice/wishes.rules.ts';
import * as messages from '../site.messages.ts';

/** `read` is the text already turned into chips, so corrections aren't undone. */
type Draft = { text: string; read?: string; wishes?: Wishes };
const NOTHING: Draft = { text: '' };

/** Manages the assistant's conversation on this page, the draft of text and chips, and the request in flight. */
export function useAdvice(start: AdviceConversation) {
  const t = useTranslator();
  const [conversation, setConversation] = useState(start);
  const [draft, keep] = useDraft(`build-advice:${readAuthState().user?.id}`, NOTHING);
  const [filledBy, setFilledBy] = useState<FilledBy>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<'ask' | 'clear'>();
  // Prevents a second tap before the first one has rendered.
  const isBusy = useRef(false);
  const { text } = draft;
  const wishes = draft.wishes ?? conversation.wishes;

  const runExclusively = async (name: 'ask' | 'clear', work: () => Promise<boolean>): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setBusy(name);
    try {
      return await work();
    } finally {
      isBusy.current = false;
      setBusy(undefined);
    }
  };

  /** Turns new text into chips. @returns the chips to build from, or a problem to solve first */
  const readText = async (enteredText: string): Promise<Wishes | string> => {
    if (enteredText === '' || enteredText === draft.read) return wishes;
    const api = browserApi().api['build-advice'];
    const response = await unwrap(api.chips.$post({ json: { text: enteredText, wishes } }));
    if (!response.found) return getBuildChips(t).nothingFound;
    keep((now) => ({ ...now, read: enteredText, wishes: response.wishes }));
    setFilledBy(response.filled_by);
    return response.wishes;
  };

  /** @returns whether there's a new answer */
  const ask = () =>
    runExclusively('ask', async () => {
      setProblem(undefined);
      const enteredText = text.trim();
      try {
        const read = await readText(enteredText);
        if (typeof read === 'string' || listContradictions(read.chips).length > 0) {
          setProblem(typeof read === 'string' ? read : getBuildChips(t).contradiction);
          return false;
        }
        const turn = await unwrap(
          browserApi().api['build-advice'].$post({ json: { text: enteredText, wishes: read } }),
        );
        setConversation((before) => ({
          ...before,
          wishes: turn.answer.wishes ?? read,
          turns: [...before.turns, turn].slice(-MAX_TURNS),
        }));
        // Keep what the user typed or changed during the request.
        keep((now) => ({
          ...(now.text.trim() === enteredText ? NOTHING : { text: now.text }),
          ...(now.wishes === undefined || now.wishes === read ? {} : { wishes: now.wishes }),
        }));
        return true;
      } catch (error) {
        setProblem(error instanceof ApiError && error.status > 0 ? error.message : t(messages.adviceFailed));
        return false;
      }
    });

  /** @returns whether the conversation was deleted */
  const clear = () =>
    runExclusively('clear', async () => {
      const remove = () => browserApi().api['build-advice'].$delete();
      const empty = await attempt(remove, t(messages.chatClearedToast), t(messages.chatNotCleared));
      if (!empty) return false;
      setConversation(empty);
      keep(({ text: enteredText }) => ({ text: enteredText }));
      return true;
    });

  const change = (part: Partial<Draft>) => {
    keep((now) => ({ ...now, ...part }));
    setProblem(undefined);
  };
  return { conversation, text, wishes, filledBy, change, problem, busy, ask, clear };
}
