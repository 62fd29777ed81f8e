import { useId, useSyncExternalStore } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Switch } from '../ui/switch.tsx';
import * as messages from './shell.messages.ts';
import { chooseMoreContrast, chooseTheme, hasMoreContrast, readTheme, subscribeTheme, THEMES } from './theme-store.ts';

const LABELS = { system: messages.themeSystem, light: messages.themeLight, dark: messages.themeDark };

/** Lets readers choose the theme and contrast of all pages in this browser. */
export function ThemeChoice() {
  const t = useTranslator();
  const name = useId();
  const current = useSyncExternalStore(subscribeTheme, readTheme, () => 'dark');
  const isMore = useSyncExternalStore(subscribeTheme, hasMoreContrast, () => false);
  return (
    <div className="theme-choice">
      <fieldset>
        <legend>{t(messages.theme)}</legend>
        <div className="choices">
          {THEMES.map((theme) => (
            <label key={theme} className="choice">
              <input
                type="radio"
                name={name}
                value={theme}
                checked={theme === current}
                onChange={() => chooseTheme(theme)}
              />
              <span className="choice-tick" aria-hidden="true" />
              <span>{t(LABELS[theme])}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Switch label={t(messages.moreContrast)} checked={isMore} onChange={chooseMoreContrast} />
    </div>
  );
}
