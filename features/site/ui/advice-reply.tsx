import type { ReactNode, Ref } from 'react';
import type { AdviceTurn, Answer } from '../advice/advice.schema.ts';
import { AdviceCard } from './advice-card.tsx';

/** Who made the answer, in words. */
const ANSWERED_BY: Record<Answer['answered_by'], string> = {
  rules: 'Our build rules answered. They don’t describe any one game, so read the ratings as proportions.',
  model: 'A language model read the description. Our rules checked it and wrote the reasons.',
  rules_fallback: 'The language model didn’t answer, so our build rules did.',
  rules_limit: 'You asked the language model ten times this hour, so our build rules answered.',
};

type Props = {
  turn: AdviceTurn;
  /** Receives the focus when the answer is new. */
  headingRef?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
};

/** A question with its answer. Answers of earlier versions may be in another language. */
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
      </div>
      <p className="text-sm text-mist">{ANSWERED_BY[answer.answered_by]}</p>
      {children}
    </article>
  );
}
