import { lazy, Suspense, useState } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import * as messages from './shell.messages.ts';

const ThemeChoice = lazy(async () => ({ default: (await import('./theme-choice.tsx')).ThemeChoice }));

/** Opens the choice of the theme below itself. Most readers never do, so it loads only then. */
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
