import { useState } from 'react';
import { useTranslator } from '../messages/use-translator.tsx';
import * as messages from './web.messages.ts';

/** Feedback on a session, as it's sent and stored. */
export type SessionFeedback = { took_place: boolean; rating: number | null; absent_ids: string[] };

export type SessionFeedbackDraft = ReturnType<typeof useSessionFeedback>;

/**
 * Returns the state of the "How was it?" form.
 * @param absent the no-shows chosen at first, when no feedback was given yet
 */
export function useSessionFeedback(feedback: SessionFeedback | null, absent: readonly string[] = []) {
  const t = useTranslator();
  const [tookPlace, setTookPlace] = useState(feedback ? String(feedback.took_place) : '');
  const [rating, setRating] = useState(feedback?.rating ? String(feedback.rating) : '');
  const [absentIds, setAbsentIds] = useState<string[]>(feedback?.absent_ids ?? [...absent]);
  const [problem, setProblem] = useState<string>();
  /** Returns the feedback, or undefined after showing what's missing. */
  const complete = (): SessionFeedback | undefined => {
    setProblem(tookPlace === '' ? t(messages.playedMissing) : undefined);
    if (tookPlace === '') return undefined;
    return { took_place: tookPlace === 'true', rating: rating ? Number(rating) : null, absent_ids: absentIds };
  };
  return {
    played: tookPlace,
    setPlayed: setTookPlace,
    rating,
    setRating,
    absent: absentIds,
    setAbsent: setAbsentIds,
    problem,
    complete,
  };
}
