import { useState } from 'react';
import { useTranslator } from '../messages/use-translator.tsx';
import * as messages from './web.messages.ts';

/** Feedback on a session, as it's sent and stored. */
export type SessionFeedback = { took_place: boolean; rating: number | null; absent_ids: string[] };

export type SessionFeedbackDraft = ReturnType<typeof useSessionFeedback>;

/** Returns the state of the "How was it?" form. */
export function useSessionFeedback(given: SessionFeedback | null) {
  const t = useTranslator();
  const [played, setPlayed] = useState(given ? String(given.took_place) : '');
  const [rating, setRating] = useState(given?.rating ? String(given.rating) : '');
  const [absent, setAbsent] = useState<string[]>(given?.absent_ids ?? []);
  const [problem, setProblem] = useState<string>();
  /** Returns the feedback, or undefined after showing what's missing. */
  const complete = (): SessionFeedback | undefined => {
    setProblem(played === '' ? t(messages.playedMissing) : undefined);
    if (played === '') return undefined;
    return { took_place: played === 'true', rating: rating ? Number(rating) : null, absent_ids: absent };
  };
  return { played, setPlayed, rating, setRating, absent, setAbsent, problem, complete };
}
