import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button-look.ts';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Disables the button and shows the spinner; `loadingLabel` replaces the text meanwhile. */
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
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, block, className })}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...rest}
    >
      {loading ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {loading && loadingLabel ? loadingLabel : children}
      {iconEnd && !loading && <Icon name={iconEnd} />}
    </button>
  );
}
