import type { ReactNode, Ref } from 'react';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import type { AdviceTurn, Answer } from '../advice/advice.schema.ts';
import * as messages from '../site.messages.ts';
import { AdviceCard } from './advice-card.tsx';

const ANSWERED_BY_MESSAGES: Record<Answer['answered_by'], Message> = {
  rules: messages.answeredByRules,
  model: messages.answeredByModel,
  rules_fallback: messages.answeredByFallback,
  rules_limit: messages.answeredByLimit,
};

type Props = {
  turn: AdviceTurn;
  /** Heading to focus when the answer is new. */
  headingRef?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
};

/** A question with its answer. Answers of earlier versions may be in another language. */
export function AdviceReply({ turn: { question, answer }, headingRef, children }: Props) {
  const t = useTranslator();
  return (
    <article className="advice">
      <p className="advice-question">
        <span className="sr-only">{t(messages.youAsked)} </span>
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
            <footer lang={t.locale}>{t(messages.modelWords)}</footer>
          </blockquote>
        )}
      </div>
      <p className="text-sm text-muted">{t(ANSWERED_BY_MESSAGES[answer.answered_by])}</p>
      {children}
    </article>
  );
}
