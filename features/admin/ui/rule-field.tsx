import { Field } from '../../../web/ui/field.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import type { Entry } from '../../matches/rulebook/rulebook-entries.rules.ts';

type Props = {
  entry: Entry;
  value: string;
  /** The current value. */
  before: string | undefined;
  error: string | undefined;
  onChange: (text: string) => void;
};

const MULTILINE_KINDS = ['region-sets', 'step-regions', 'jobs', 'closeness'];
/** Converts a path in the rules to an id that a link can target. */
export const toFieldId = (path: string) => `rule-${path.replaceAll('.', '-')}`;

/** One rule with its explanation. Also shows the current value if the draft differs. */
export function RuleField({ entry, value, before, error, onChange }: Props) {
  const isDifferent = before !== undefined && before !== value;
  const hint = `${entry.about}${isDifferent ? ` Now: ${before === '' ? 'empty' : before.replaceAll('\n', '; ')}.` : ''}`;
  if (entry.kind === 'switch') {
    const currentText = before === 'true' ? 'yes' : 'no';
    return (
      <Switch
        label={entry.label}
        hint={`${entry.about}${isDifferent ? ` Now: ${currentText}.` : ''}`}
        checked={value === 'true'}
        onChange={(on) => onChange(String(on))}
      />
    );
  }
  const label = entry.unit ? `${entry.label} (${entry.unit})` : entry.label;
  return (
    <Field id={toFieldId(entry.path)} label={label} hint={hint} error={error}>
      {MULTILINE_KINDS.includes(entry.kind) ? (
        <TextArea
          rows={Math.min(8, Math.max(2, value.split('\n').length))}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <TextInput
          inputMode={entry.kind === 'number' || entry.kind === 'optional-number' ? 'decimal' : 'text'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
