import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useAsyncPress } from './button.tsx';
import { FormContext } from './form-context.ts';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  /** Submits the form. Until the returned promise settles, the submit button ignores clicks. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
};

/**
 * Selector of invalid fields. In a radio group, the fieldset is marked instead of a control, so that its error is read
 * on focus.
 */
const WRONG = ['input', 'select', 'textarea']
  .map((one) => `${one}[aria-invalid=true]`)
  .concat('fieldset[data-wrong]')
  .join();

/** A form that moves the focus to the first invalid field after a failed submit, so that its error is read. */
export function Form({ onSubmit, children, id, ...rest }: FormProps) {
  const ownId = useId();
  const { running, run } = useAsyncPress();
  const form = useRef<HTMLFormElement>(null);
  const [submitCount, setSubmitCount] = useState(0);
  useEffect(() => {
    if (submitCount === 0 || running) return;
    const { activeElement } = document;
    // An error summary has already taken the focus.
    if (activeElement?.closest('[role=alert]')) return;
    form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [submitCount, running]);
  return (
    <form
      ref={form}
      id={id ?? ownId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run(() => onSubmit(event));
        setSubmitCount((times) => times + 1);
      }}
      {...rest}
    >
      <FormContext value={{ sending: running, id: id ?? ownId }}>{children}</FormContext>
    </form>
  );
}
