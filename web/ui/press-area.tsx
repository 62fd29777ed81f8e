import type { ComponentProps, MouseEvent } from 'react';
import { useAsyncPress } from './button.tsx';

type PressAreaProps = Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> & {
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  /** Whether another operation that this element represents is running. */
  loading?: boolean | undefined;
};

/**
 * A clickable area with its own look that otherwise behaves like a `Button`: one action at a time, keeps the focus,
 * reports failures.
 */
export function PressArea({ loading = false, onClick, 'aria-disabled': isAriaDisabled, ...rest }: PressAreaProps) {
  const { running, run } = useAsyncPress();
  const busy = loading || running;
  const isDisabled = busy || isAriaDisabled === true || isAriaDisabled === 'true';
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isDisabled || isAriaDisabled}
      aria-busy={busy || undefined}
      onClick={isDisabled ? undefined : onClick && ((event) => run(() => onClick(event)))}
    />
  );
}
