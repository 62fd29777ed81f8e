import type { ReactNode, Ref } from 'react';
import type { AdviceTurn, Answer } from '../advice/advice.schema.ts';
import { AdviceCard } from './advice-card.tsx';

/** Who proposed the ratings, in words. */
const PROPOSED_BY: Record<Answer['answered_by'], string> = {
  rules: 'Our build rules answered. They don’t describe any one game, so read the ratings as proportions.',
  model: 'A language model suggested the ratings. Our rules checked them and wrote the reasons.',
  rules_fallback: 'The language model didn’t answer, so our build rules did.',
  rules_limit: 'You asked the language model ten times this hour, so our build rules answered.',
};

type Props = {
  turn: AdviceTurn;
  /** Receives the focus when the answer is new. */
  headingRef?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
};

/** A question with its answer, in the language of the question. */
export function AdviceReply({ turn: { question, answer }, headingRef, children }: Props) {
  return (
    <article className="advice">
      <p className="advice-question">
        <span className="sr-only">You asked: </span>
        {question}
      </p>
      <div className="stack" lang={answer.language}>
        <h3 ref={headingRef} tabIndex={-1} className="text-xl">
          {answer.card.title}
        </h3>
        <AdviceCard card={answer.card} />
        <div className="prose">
          <ul>
            {answer.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
        {answer.model_words.length > 0 && (
          <blockquote className="advice-model">
            {answer.model_words.map((line) => (
              <p key={line}>{line}</p>
            ))}
            <footer lang="en">In the language model’s words</footer>
          </blockquote>
        )}
        {answer.missing.length > 0 && (
          <div className="text-sm text-mist">
            <p lang="en">Tell me more for a better answer:</p>
            <ul className="list-disc pl-5">
              {answer.missing.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <p className="text-sm text-mist">{PROPOSED_BY[answer.answered_by]}</p>
      {children}
    </article>
  );
}
