/** One segment of a content line: plain text, bold or a link. */
export type InlinePart = { text: string; href?: string; strong?: true };

const notation = /\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*/g;

/**
 * Splits a content line into segments. It supports only `[label](address)` and `**strong**`, which is enough for legal
 * and FAQ texts and needs no library in the browser.
 */
export function parseInline(line: string): InlinePart[] {
  const parts: InlinePart[] = [];
  let end = 0;
  for (const match of line.matchAll(notation)) {
    if (match.index > end) parts.push({ text: line.slice(end, match.index) });
    end = match.index + match[0].length;
    const [, label, href, strong] = match;
    if (label && href) parts.push({ text: label, href });
    else if (strong) parts.push({ text: strong, strong: true });
  }
  if (end < line.length) parts.push({ text: line.slice(end) });
  return parts;
}

/** Returns the line without its notation, for JSON-LD, search and email. */
export function toPlainText(line: string): string {
  return parseInline(line)
    .map((part) => part.text)
    .join('');
}
