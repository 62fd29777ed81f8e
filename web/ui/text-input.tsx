import type { ComponentProps } from 'react';
import { useFieldAria } from './field-context.ts';
import { Icon, type IconName } from './icon.tsx';
import { usePrehydrationValue } from './use-prehydration-value.ts';

type TextInputProps = ComponentProps<'input'> & { icon?: IconName };

export function TextInput({ icon, className = '', ref, ...rest }: TextInputProps) {
  const aria = useFieldAria();
  const control = usePrehydrationValue(ref, rest.value);
  const input = <input type="text" {...aria} {...rest} ref={control} className={`input ${icon ? '' : className}`} />;
  if (!icon) return input;
  return (
    <span className={`input-with-icon block ${className}`}>
      <Icon name={icon} />
      {input}
    </span>
  );
}
