import type { Page } from '@playwright/test';

/** Runs in the page. Accents the letters of its texts, doubles vowels, and turns the layout around. */
function rewritePage(): void {
  const accents: Record<string, string> = {
    ...{ a: 'å', c: 'ç', d: 'ð', e: 'é', g: 'ĝ', i: 'î', n: 'ñ', o: 'ö', s: 'š', u: 'û', y: 'ý', z: 'ž' },
    ...{ A: 'Å', C: 'Ç', D: 'Ð', E: 'É', G: 'Ĝ', I: 'Î', N: 'Ñ', O: 'Ö', S: 'Š', U: 'Û', Y: 'Ý', Z: 'Ž' },
  };
  // Doubled vowels make a word about 40 % longer without a place to break it; short ones get at most one more letter.
  const lengthen = (word: string) => {
    const doubled = word.length > 3 ? /[aeiou]/gi : /[aeiou]/i;
    return word
      .replace(doubled, (vowel) => vowel + vowel.toLowerCase())
      .replaceAll(/[a-z]/gi, (it) => accents[it] ?? it);
  };
  const rewrite = (text: string) => {
    if (!/\p{Ll}/u.test(text)) return text;
    const longer = text.replaceAll(/\p{L}+/gu, lengthen);
    return text.trim().includes(' ') ? longer.replace(longer.trim(), (words) => `[${words}]`) : longer;
  };
  const UNTRANSLATED = 'script, style, noscript, textarea, code, pre, svg, .wordmark, [translate=no]';

  document.documentElement.dir = 'rtl';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  // React keeps its text nodes, so changing their values doesn't break later updates.
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (!text.parentElement?.closest(UNTRANSLATED)) text.nodeValue = rewrite(text.data);
  }
  for (const name of ['aria-label', 'title', 'placeholder'])
    for (const element of document.querySelectorAll(`[${name}]:not([translate=no])`))
      element.setAttribute(name, rewrite(element.getAttribute(name)!));
}

/** Shows a loaded page in a language that is 40 % longer than English, accented, and read from right to left. */
export async function applyPseudoLanguage(page: Page): Promise<void> {
  await page.evaluate(rewritePage);
}
