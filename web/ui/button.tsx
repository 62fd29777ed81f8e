import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button-look.ts';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Takes no press and shows the spinner, and keeps the focus; `loadingLabel` replaces the text meanwhile. */
    loading?: boolean;
    loadingLabel?: string;
    icon?: IconName;
    iconEnd?: IconName;
  };

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
  disabled,
  type = 'button',
  'aria-disabled': resting,
  onClick,
  ...rest
}: ButtonProps) {
  const shut = loading || resting === true || resting === 'true';
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, block, className })}
      disabled={disabled}
      {...rest}
      // What is disabled loses the focus, and who listens does not hear where they are.
      aria-disabled={shut || resting}
      aria-busy={loading || rest['aria-busy'] || undefined}
      onClick={shut ? refuse : onClick}
    >
      {loading ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {loading && loadingLabel ? loadingLabel : children}
      {iconEnd && !loading && <Icon name={iconEnd} />}
    </button>
  );
}

/** Neither the press nor the form that it would send. */
const refuse = (event: { preventDefault: () => void }) => event.preventDefault();
