import { use, useEffect, useRef, useState } from 'react';
import { LOCALE_FACTS, type Locale } from '../../messages/locales.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Icon } from '../ui/icon.tsx';
import { OfferedLanguages } from './offered-languages.ts';
import * as messages from './shell.messages.ts';

/** Lets readers choose the language of the site. Renders nothing if there's only one. */
export function LanguageSwitch() {
  const t = useTranslator();
  const [busy, setBusy] = useState(false);
  const languages = use(OfferedLanguages);
  const select = useRef<HTMLSelectElement>(null);

  const choose = async (locale: Locale) => {
    setBusy(true);
    const { changeLanguage } = await import('../change-language.ts');
    await changeLanguage(locale, t(messages.languageSaveFailed));
    setBusy(false);
  };

  // A reader may choose a language before the page's scripts have loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later choices call the handler
  useEffect(() => {
    const locale = select.current?.value;
    if (locale && locale !== t.locale) void choose(locale as Locale);
  }, []);

  if (languages.length < 2) return null;
  return (
    <label className="language-switch">
      <Icon name="globe" size={18} />
      <span className="sr-only">{t(messages.language)}</span>
      <select
        ref={select}
        // Without this, browsers would restore the choice on the page that it just opened.
        autoComplete="off"
        value={t.locale}
        disabled={busy}
        translate="no"
        onChange={(event) => void choose(event.target.value as Locale)}
      >
        {languages.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {LOCALE_FACTS[locale].name}
          </option>
        ))}
      </select>
    </label>
  );
}
