import type { BrowserContext } from '@playwright/test';

/**
 * Rewrites pages as browsers' translators do: each text node is replaced by nested `<font>` elements, now and whenever
 * text is added or changed. The words stay the same, so that every journey can be walked on a translated page.
 */
function translatePages(): void {
  const skipped = 'script, style, noscript, title, option, textarea, svg, font, [translate=no]';
  const translate = (text: Text) => {
    if (!text.parentElement || text.parentElement.closest(skipped) || !text.data.trim()) return;
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
  // Translators begin once a page is alive; what React draws afterwards meets the rewritten page.
  addEventListener('load', () => setTimeout(begin, 500));
}

/** Has every page of this context translated while somebody uses it. */
export async function translateIn(context: BrowserContext): Promise<void> {
  await context.addInitScript(translatePages);
}
