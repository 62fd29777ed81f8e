import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { useAsyncPress } from './button.tsx';
import { FormContext } from './form-context.ts';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  /** Sends it. Until what it returns is done, its submit button takes no press. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
};

/** A group of choices has no control that alone is wrong: its fieldset says so, and reads its line when it has the focus. */
const WRONG = ['input', 'select', 'textarea']
  .map((one) => `${one}[aria-invalid=true]`)
  .concat('fieldset[data-wrong]')
  .join();

/** A form of the product. After a refusal the focus stands in the first field that is wrong, so that its line is read. */
export function Form({ onSubmit, children, ...rest }: FormProps) {
  const { running, run } = useAsyncPress();
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(0);
  useEffect(() => {
    if (sent === 0 || running) return;
    const { activeElement } = document;
    // A summary of what is missing has taken it already.
    if (activeElement?.closest('[role=alert]')) return;
    form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [sent, running]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run(() => onSubmit(event));
        setSent((times) => times + 1);
      }}
      {...rest}
    >
      <FormContext value={{ sending: running }}>{children}</FormContext>
    </form>
  );
}
