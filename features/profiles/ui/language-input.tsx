import { useTranslator } from '../../../messages/use-translator.tsx';
import { TagInput } from '../../../web/ui/tag-input.tsx';
import { LANGUAGES, labelLanguage, parseLanguageLabel } from '../player-languages.schema.ts';

type Props = { value: readonly string[]; onChange: (next: string[]) => void; placeholder?: string };

/** Spoken languages as tags in the reader's language. `value` and `onChange` have the stored names. */
export function LanguageInput({ value, onChange, placeholder }: Props) {
  const t = useTranslator();
  return (
    <TagInput
      value={value.map((name) => labelLanguage(t, name))}
      onChange={(labels) => onChange(labels.map((label) => parseLanguageLabel(t, label)))}
      suggestions={LANGUAGES.map((name) => labelLanguage(t, name))}
      placeholder={placeholder}
    />
  );
}
