import { type ChoiceOption, toOption } from './choice-option.ts';

type CheckChipsProps = {
  options: readonly ChoiceOption[];
  value: readonly string[];
  onChange: (next: string[]) => void;
  name?: string;
};

/**
 * Lets users pick several of a few options. Put it into a Field with `group`. The result keeps the order of the
 * options.
 */
export function CheckChips({ options, value, onChange, name }: CheckChipsProps) {
  const all = options.map(toOption);
  const toggle = (toggled: string, isOn: boolean) =>
    onChange(all.map((option) => option.value).filter((item) => (item === toggled ? isOn : value.includes(item))));
  return (
    <div className="choices">
      {all.map((option) => (
        <label key={option.value} className="choice">
          <input
            type="checkbox"
            name={name}
            value={option.value}
            checked={value.includes(option.value)}
            disabled={option.disabled}
            onChange={(event) => toggle(option.value, event.target.checked)}
          />
          <span className="choice-tick" aria-hidden="true" />
          {option.label}
        </label>
      ))}
    </div>
  );
}
