import { useTranslator } from '../../messages/use-translator.tsx';
import { IconButton } from './icon-button.tsx';
import * as messages from './ui.messages.ts';

type Props = { name: string; open: boolean; onChange: (open: boolean) => void };

/** Opens the rest of a card on narrow screens. Wide ones show it anyway. */
export function MoreButton({ name, open, onChange }: Props) {
  const t = useTranslator();
  return (
    <IconButton
      icon="chevron-down"
      size="sm"
      label={t(messages.moreAbout, { name })}
      aria-expanded={open}
      className="more-button"
      onClick={() => onChange(!open)}
    />
  );
}
