/** One run of a line of content: plain, strong, or a link. */
export type InlinePart = { text: string; href?: string; strong?: true };

const notation = /\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*/g;

/**
 * Splits a line of content into runs. The whole notation is `[label](address)` and `**strong**`:
 * enough for legal and FAQ texts, and small enough to need no library in the browser.
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

/** The line without its notation, for JSON-LD, search and mail. */
export function toPlainText(line: string): string {
  return parseInline(line)
    .map((part) => part.text)
    .join('');
}
