import type { ComponentProps, MouseEvent } from 'react';
import { useAsyncPress } from './button.tsx';

type PressAreaProps = Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> & {
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  /** Something else is under way that this stands for. */
  loading?: boolean | undefined;
};

/** A press with a look of its own, and all else of a `Button`: one at a time, in its place, heard when it fails. */
export function PressArea({ loading = false, onClick, 'aria-disabled': resting, ...rest }: PressAreaProps) {
  const { running, run } = useAsyncPress();
  const busy = loading || running;
  const shut = busy || resting === true || resting === 'true';
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={shut || resting}
      aria-busy={busy || undefined}
      onClick={shut ? undefined : onClick && ((event) => run(() => onClick(event)))}
    />
  );
}
