/** A string is both value and label; otherwise `value` is sent and `label` is shown. */
export type ChoiceOption = string | { value: string; label: string; disabled?: boolean };

export function toOption(option: ChoiceOption): { value: string; label: string; disabled?: boolean } {
  return typeof option === 'string' ? { value: option, label: option } : option;
}
