import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button-look.ts';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  Pick<ButtonLook, 'variant' | 'size'> & { icon: IconName; label: string };

export function IconButton({ icon, label, variant = 'ghost', size, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass({ variant, size, className: `btn-icon ${className}` })}
      aria-label={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
