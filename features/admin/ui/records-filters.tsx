import { Button } from '../../../web/ui/button.tsx';
import type { ChoiceOption } from '../../../web/ui/choice-option.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';

type FilterField = {
  name: string;
  label: string;
  type: 'select' | 'text' | 'date';
  options?: readonly ChoiceOption[];
};

type Props = {
  fields: readonly FilterField[];
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
  onExport: () => void;
};

/** Filters and export button for a list of records. */
export function RecordFilters({ fields, values, onChange, onExport }: Props) {
  const set = (name: string, value: string) => onChange({ ...values, [name]: value });
  return (
    <div className="grid grid-cols-2 items-end gap-4 md:flex md:flex-wrap">
      {fields.map(({ name, label, type, options = [] }) => (
        <Field key={name} label={label} className="min-w-0 md:w-44">
          {type === 'select' ? (
            <Select
              placeholder="All"
              options={options}
              value={values[name] ?? ''}
              onChange={(event) => set(name, event.target.value)}
            />
          ) : (
            <TextInput type={type} value={values[name] ?? ''} onChange={(event) => set(name, event.target.value)} />
          )}
        </Field>
      ))}
      <Button variant="secondary" icon="download" onClick={onExport}>
        Export CSV
      </Button>
    </div>
  );
}

/** Converts filters to a query and omits empty ones. */
export const toQuery = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
