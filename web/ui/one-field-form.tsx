import { useState } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { TextInput } from './text-input.tsx';

type Props = {
  label: string;
  saveLabel: string;
  autoFocus?: boolean;
  /** Saves the value and reports what's wrong with it. */
  onSave: (value: string, onProblem: (message: string) => void) => Promise<unknown>;
};

/** Asks for one value, such as a gamertag, where it's needed. */
export function OneFieldForm({ label, saveLabel, autoFocus = false, onSave }: Props) {
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const save = () => {
    setProblem(undefined);
    return onSave(value, setProblem);
  };
  return (
    <Form className="notice flex-wrap" data-tone="gold" onSubmit={save}>
      <Field label={label} error={problem} className="min-w-0 flex-1 basis-56">
        <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <TextInput
            value={value}
            autoFocus={autoFocus}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setValue(event.target.value)}
          />
          <Button type="submit" variant="secondary">
            {saveLabel}
          </Button>
        </span>
      </Field>
    </Form>
  );
}
