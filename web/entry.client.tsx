import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import type { Locale } from '../messages/locales.ts';
import { setReaderTranslator } from '../messages/reader-translator.ts';
import { createTranslator } from '../messages/translator.ts';
import { TranslatorProvider } from '../messages/use-translator.tsx';
import { listenBeforeRouter } from './before-router.ts';

// The server chose the language, and this page's scripts carry its texts.
const translator = createTranslator(document.documentElement.lang as Locale);
setReaderTranslator(() => translator);
listenBeforeRouter();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TranslatorProvider value={translator}>
        <HydratedRouter />
      </TranslatorProvider>
    </StrictMode>,
  );
});
