import { type ComponentProps, type MouseEvent, use, useEffect, useRef, useState } from 'react';
import type { Translator } from '../../messages/translator.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { type ButtonStyle, getButtonClass } from './button-style.ts';
import { FormContext } from './form-context.ts';
import { Icon, type IconName } from './icon.tsx';
import { showToast } from './toast-store.ts';
import * as messages from './ui.messages.ts';

type ButtonProps = Omit<ComponentProps<'button'>, 'onClick'> &
  ButtonStyle & {
    /**
     * The click handler. While its promise is pending, the button ignores clicks, shows a spinner and keeps the focus.
     * If it rejects, an error toast is shown.
     */
    onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
    /**
     * Whether another operation that this button represents is running. If so, `loadingLabel` replaces the text.
     */
    loading?: boolean | undefined;
    loadingLabel?: string;
    /** Set until the page has hydrated. Before that, a click would make the browser itself submit the form. */
    isInert?: boolean;
    icon?: IconName;
    iconEnd?: IconName;
  };

/** A button that handles async actions. Use it for every user action. */
export function Button({
  variant,
  size,
  block,
  loading = false,
  loadingLabel,
  icon,
  iconEnd,
  className,
  children,
  disabled = false,
  isInert: unheard,
  type = 'button',
  'aria-disabled': isAriaDisabled,
  onClick,
  ...rest
}: ButtonProps) {
  const { running, run } = useAsyncPress();
  const { sending, id: formId } = use(FormContext);
  const busy = loading || running || (type === 'submit' && sending);
  const isDisabled = busy || disabled || isAriaDisabled === true || isAriaDisabled === 'true';
  return (
    <button
      type={type}
      form={type === 'submit' ? formId : undefined}
      className={getButtonClass({ variant, size, block, className })}
      disabled={unheard}
      {...rest}
      // A `disabled` button would lose the focus, and screen reader users would lose their place.
      aria-disabled={isDisabled || isAriaDisabled}
      aria-busy={busy || rest['aria-busy'] || undefined}
      onClick={isDisabled ? preventPress : onClick && ((event) => run(() => onClick(event)))}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      <span className="contents">{busy && loadingLabel ? loadingLabel : children}</span>
      {iconEnd && !busy && <Icon name={iconEnd} />}
    </button>
  );
}

/** Prevents both the click and the form submission it would cause. */
const preventPress = (event: { preventDefault: () => void }) => event.preventDefault();

/** Runs one action at a time, and returns whether one is running. */
export function useAsyncPress() {
  const t = useTranslator();
  const [isRunning, setRunning] = useState(false);
  // A second click may come before the first has been rendered.
  const isBusy = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  function run(work: () => unknown): void {
    if (isBusy.current) return;
    const result = work();
    if (!(result instanceof Promise)) return;
    isBusy.current = true;
    setRunning(true);
    void result
      .catch((error) => showErrorToast(t, error))
      .then(() => {
        isBusy.current = false;
        if (isMounted.current) setRunning(false);
      });
  }
  return { running: isRunning, run };
}

function showErrorToast(t: Translator, error: unknown): void {
  console.error(error);
  showToast({ title: t(messages.actionFailed), description: t(messages.tryAgainHint), tone: 'error' });
}
