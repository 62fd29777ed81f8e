import type { BrowserContext } from '@playwright/test';

/**
 * Rewrites pages the way browser translators do: it replaces each text node with nested `<font>` elements, initially
 * and whenever text is added or changed. The text stays the same, so every journey can run on a translated page.
 */
function translatePages(): void {
  const SKIPPED_ELEMENTS = 'script, style, noscript, title, option, textarea, svg, font, [translate=no]';
  const translate = (text: Text) => {
    if (!text.parentElement || text.parentElement.closest(SKIPPED_ELEMENTS) || !text.data.trim()) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const translateAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) translate(text);
    if (root instanceof Text) translate(root);
  };
  const begin = () => {
    translateAll(document.body);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') translate(target as Text);
        for (const node of addedNodes) if (node.isConnected) translateAll(node);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  // Translators start once a page is loaded, so React's later updates run against the rewritten DOM.
  addEventListener('load', () => setTimeout(begin, 500));
}

/** Translates every page of this context while it's in use. */
export async function translateIn(context: BrowserContext): Promise<void> {
  await context.addInitScript(translatePages);
}
