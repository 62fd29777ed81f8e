import { useTranslator } from '../../../messages/use-translator.tsx';
import { Chip } from '../../../web/ui/chip.tsx';
import { labelLanguage } from '../player-languages.schema.ts';

/** A player's languages in the reader's language. */
export function LanguageChips({ names }: { names: readonly string[] }) {
  const t = useTranslator();
  return names.map((name) => (
    <li key={name} className="max-w-full">
      <Chip>{labelLanguage(t, name)}</Chip>
    </li>
  ));
}
