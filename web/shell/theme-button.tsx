import { lazy, Suspense, useState } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import * as messages from './shell.messages.ts';

const ThemeChoice = lazy(async () => ({ default: (await import('./theme-choice.tsx')).ThemeChoice }));

/** Opens the theme choice below itself. Most readers never open it, so it's loaded on demand. */
export function ThemeButton() {
  const t = useTranslator();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button type="button" className="language-switch" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(messages.theme)}
      </button>
      <Suspense>{isOpen && <ThemeChoice />}</Suspense>
    </div>
  );
}
