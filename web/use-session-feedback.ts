import { useState } from 'react';

/** What is said of an evening, as it is sent and kept. */
export type SessionFeedback = { took_place: boolean; rating: number | null; absent_ids: string[] };

export type SessionFeedbackDraft = ReturnType<typeof useSessionFeedback>;

/** "How was it?" while somebody answers it, or changes what they said. */
export function useSessionFeedback(said: SessionFeedback | null) {
  const [played, setPlayed] = useState(said ? String(said.took_place) : '');
  const [rating, setRating] = useState(said?.rating ? String(said.rating) : '');
  const [absent, setAbsent] = useState<string[]>(said?.absent_ids ?? []);
  const [problem, setProblem] = useState<string>();
  /** The answer; undefined where what is needed is missing, which is said. */
  const complete = (): SessionFeedback | undefined => {
    setProblem(played === '' ? 'Say whether you played.' : undefined);
    if (played === '') return undefined;
    return { took_place: played === 'true', rating: rating ? Number(rating) : null, absent_ids: absent };
  };
  return { played, setPlayed, rating, setRating, absent, setAbsent, problem, complete };
}
