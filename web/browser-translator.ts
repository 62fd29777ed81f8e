import { createTranslator, type Translator } from '../messages/translator.ts';

let translator: Translator | undefined;

/**
 * Returns the translator of the whole page, for code that runs only in the browser and outside of React. Never use it
 * in code that the server renders, because each request has its own language there.
 */
export function browserTranslator(): Translator {
  translator ??= createTranslator();
  return translator;
}
