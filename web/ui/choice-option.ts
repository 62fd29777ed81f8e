/** A string is both the value and the label; otherwise `value` is sent and `label` is shown. */
export type ChoiceOption = string | { value: string; label: string; disabled?: boolean };

export function toOption(option: ChoiceOption): { value: string; label: string; disabled?: boolean } {
  return typeof option === 'string' ? { value: option, label: option } : option;
}
