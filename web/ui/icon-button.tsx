import type { ComponentProps, MouseEvent } from 'react';
import { useAsyncPress } from './button.tsx';
import { type ButtonStyle, getButtonClass } from './button-style.ts';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'onClick'> &
  Pick<ButtonStyle, 'variant' | 'size'> & {
    icon: IconName;
    label: string;
    onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
  };

export function IconButton({
  icon,
  label,
  variant = 'ghost',
  size,
  className = '',
  onClick,
  ...rest
}: IconButtonProps) {
  const { running, run } = useAsyncPress();
  return (
    <button
      type="button"
      className={getButtonClass({ variant, size, className: `btn-icon ${className}` })}
      aria-label={label}
      {...rest}
      aria-disabled={running || rest['aria-disabled']}
      aria-busy={running || undefined}
      onClick={onClick && ((event) => run(() => onClick(event)))}
    >
      <Icon name={icon} />
    </button>
  );
}
