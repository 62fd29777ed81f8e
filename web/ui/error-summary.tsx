import { useEffect, useRef } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import * as messages from './ui.messages.ts';

type ErrorSummaryProps = {
  errors: readonly { fieldId?: string; message: string }[];
  /** Number of submits so far. Each one moves the focus to the summary, even if the same fields are missing again. */
  attempt?: number;
  title?: string;
};

/**
 * Lists the errors of a form and takes the focus when one is added, so that users don't have to search for it. Fixing
 * an entry doesn't move the focus, because the user is typing.
 */
export function ErrorSummary({ errors, attempt = 0, title }: ErrorSummaryProps) {
  const t = useTranslator();
  const box = useRef<HTMLDivElement>(null);
  const count = errors.length;
  const last = useRef({ attempt, count: 0 });

  useEffect(() => {
    const isNew = count > last.current.count || attempt !== last.current.attempt;
    last.current = { attempt, count };
    if (count > 0 && isNew) box.current?.focus();
  }, [attempt, count]);

  if (count === 0) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className="error-summary">
      <p className="font-semibold">{title ?? t(messages.formErrors)}</p>
      <ul>
        {errors.map((error) => (
          <li key={error.message}>
            {error.fieldId ? <a href={`#${error.fieldId}`}>{error.message}</a> : error.message}
          </li>
        ))}
      </ul>
    </div>
  );
}
