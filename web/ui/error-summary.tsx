import { useEffect, useRef } from 'react';

type ErrorSummaryProps = {
  errors: readonly { fieldId?: string; message: string }[];
  title?: string;
  className?: string;
};

/** Lists what a form still needs and takes the focus when it appears, so that nobody has to hunt for the red line. */
export function ErrorSummary({ errors, title = 'Almost there:', className = '' }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const count = errors.length;

  useEffect(() => {
    if (count > 0) box.current?.focus();
  }, [count]);

  if (count === 0) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={`error-summary ${className}`}>
      <p className="font-semibold">{title}</p>
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
