import { useId } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import * as messages from '../payments.messages.ts';

type Props = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Whether the user tried to continue without ticking the box. */
  isMissing: boolean;
};

/** The box with which users confirm, once, that they're 18 or have a parent or guardian who agrees. */
export function AdultBox({ label, checked, onChange, isMissing }: Props) {
  const t = useTranslator();
  const id = useId();
  return (
    <div className="grid gap-1">
      <Checkbox
        label={label}
        hint={t(messages.adultHint)}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        {...(isMissing ? { 'aria-invalid': true, 'aria-errormessage': id } : {})}
      />
      {isMissing && (
        <p id={id} role="alert" className="field-error ps-9">
          <Icon name="warning" size={16} />
          {t(messages.adultMissing)}
        </p>
      )}
    </div>
  );
}
