import type { ComponentProps } from 'react';
import { useFieldAria } from './field-context.ts';
import { Icon, type IconName } from './icon.tsx';

type TextInputProps = ComponentProps<'input'> & { icon?: IconName };

export function TextInput({ icon, className = '', ...rest }: TextInputProps) {
  const aria = useFieldAria();
  const input = <input type="text" {...aria} {...rest} className={`input ${icon ? '' : className}`} />;
  if (!icon) return input;
  return (
    <span className={`input-with-icon block ${className}`}>
      <Icon name={icon} />
      {input}
    </span>
  );
}
