import { type ComponentProps, type MouseEvent, use, useEffect, useRef, useState } from 'react';
import { type ButtonStyle, buttonClass } from './button-style.ts';
import { FormContext } from './form-context.ts';
import { Icon, type IconName } from './icon.tsx';
import { showToast } from './toast-store.ts';

type ButtonProps = Omit<ComponentProps<'button'>, 'onClick'> &
  ButtonStyle & {
    /**
     * What a press does. While what it returns is under way, the button takes no other press, shows the spinner and keeps
     * the focus; a failure that nobody has said is said.
     */
    onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
    /** Something else is under way that this button stands for; `loadingLabel` replaces the text meanwhile. */
    loading?: boolean | undefined;
    loadingLabel?: string;
    /** The script of the page does not run yet: the browser itself would send the form. */
    unheard?: boolean;
    icon?: IconName;
    iconEnd?: IconName;
  };

/** A press and what comes of it: all that people set off goes through here. */
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
  unheard,
  type = 'button',
  'aria-disabled': resting,
  onClick,
  ...rest
}: ButtonProps) {
  const { running, run } = useAsyncPress();
  const { sending } = use(FormContext);
  const busy = loading || running || (type === 'submit' && sending);
  const shut = busy || disabled || resting === true || resting === 'true';
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, block, className })}
      disabled={unheard}
      {...rest}
      // What is disabled loses the focus, and who listens does not hear where they are.
      aria-disabled={shut || resting}
      aria-busy={busy || rest['aria-busy'] || undefined}
      onClick={shut ? preventPress : onClick && ((event) => run(() => onClick(event)))}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      <span className="contents">{busy && loadingLabel ? loadingLabel : children}</span>
      {iconEnd && !busy && <Icon name={iconEnd} />}
    </button>
  );
}

/** Neither the press nor the form that it would send. */
const preventPress = (event: { preventDefault: () => void }) => event.preventDefault();

/** Does one thing at a time; whether it is under way. */
export function useAsyncPress() {
  const [running, setRunning] = useState(false);
  // Two presses may come before the first has been drawn.
  const taken = useRef(false);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  function run(work: () => unknown): void {
    if (taken.current) return;
    const result = work();
    if (!(result instanceof Promise)) return;
    taken.current = true;
    setRunning(true);
    void result.catch(showErrorToast).then(() => {
      taken.current = false;
      if (here.current) setRunning(false);
    });
  }
  return { running, run };
}

function showErrorToast(error: unknown): void {
  console.error(error);
  showToast({ title: 'That did not work', description: 'Please try again.', tone: 'error' });
}
