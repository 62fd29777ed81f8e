import type { ComponentProps, ReactNode } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import type { ChoiceOption } from '../../../web/ui/choice-option.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { TagInput } from '../../../web/ui/tag-input.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { listOptions } from '../game-labels.schema.ts';
import { type FieldName, getFieldFacts } from '../profile-fields.schema.ts';
import type { Draft } from '../profile-form.rules.ts';
import type { StepProps } from './step-props.ts';

/** Overrides for a field's question, beyond its entry in the table of fields. */
type Extras = {
  hint?: string | undefined;
  /** Options instead of the table's. */
  options?: readonly ChoiceOption[];
  /** Control instead of the kind's default. */
  control?: ReactNode;
  /** Whether several inputs share one label. */
  group?: boolean;
  /** Props for a text input. */
  input?: ComponentProps<'input'>;
};
type QuestionProps = StepProps & Extras & { name: FieldName };

/** Returns a function that renders a field's question with its control: `ask('hand')`. */
export const createQuestionRenderer =
  (props: StepProps, extras: { readonly [Name in FieldName]?: Extras } = {}) =>
  (name: FieldName): ReactNode => <Question key={name} {...props} {...extras[name]} name={name} />;

const INPUT_MODES: Partial<Record<string, 'numeric' | 'decimal'>> = { number: 'numeric', decimal: 'decimal' };

function Question({ name, draft, errors, change, hint, control, group = false, input, ...extras }: QuestionProps) {
  const t = useTranslator();
  const { value, form } = getFieldFacts(name);
  const mark = form.mark ?? (form.missing ? 'required' : 'optional');
  const set = (answer: Draft[FieldName]) => change({ [name]: answer } as Partial<Draft>);
  const answer = draft[name];
  const label = t(form.label);
  const explanation = hint ?? (form.hint && t(form.hint));
  if (typeof answer === 'boolean') return <Switch label={label} hint={explanation} checked={answer} onChange={set} />;

  const labels = 'labels' in value ? value.labels : undefined;
  const options = extras.options ?? ('options' in value ? listOptions(t, labels ?? {}, value.options) : undefined);
  const byKind = () => {
    const { suggestions } = form;
    const placeholder = form.placeholder && t(form.placeholder);
    if (value.kind === 'words') {
      const tags = answer as string[];
      if (options) return <CheckChips options={options} value={tags} onChange={set} />;
      return <TagInput value={tags} suggestions={suggestions} placeholder={placeholder} onChange={set} />;
    }
    const inputProps = { value: answer as string, placeholder };
    if (options) return <Select {...inputProps} options={options} onChange={(event) => set(event.target.value)} />;
    return (
      <TextInput
        inputMode={INPUT_MODES[value.kind]}
        maxLength={'longest' in value ? value.longest : undefined}
        {...inputProps}
        {...input}
        onChange={(event) => set(event.target.value)}
      />
    );
  };
  return (
    <Field
      id={name}
      label={label}
      hint={explanation}
      required={mark === 'required'}
      optional={mark === 'optional'}
      group={group || (control === undefined && value.kind === 'words' && options !== undefined)}
      error={errors[name]}
    >
      {control ?? byKind()}
    </Field>
  );
}
