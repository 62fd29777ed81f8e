import { formatAddress } from './link-hosts.rules.ts';

/** A piece of a message: plain text, or a link. */
type TextPiece = { text: string; url?: string };

const ADDRESS = /https?:\/\/[^\s<>"']+/giu;
/** Punctuation that ends the sentence and isn't part of the address. */
const TRAILING_PUNCTUATION = /[.,;:!?…)\]}*_~]+$/u;

/** Trims closing punctuation, but keeps a bracket that was opened within the address. */
function trimClosing(link: string): string {
  const trailing = TRAILING_PUNCTUATION.exec(link);
  if (!trailing) return link;
  const address = link.slice(0, trailing.index);
  return trailing[0].startsWith(')') && address.includes('(') ? `${address})` : address;
}

function parseAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  // User info before the host could be mistaken for the destination.
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url;
}

/** Splits a message into text and web addresses. Everything else stays plain text. */
export function splitLinks(message: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { 0: found, index } of message.matchAll(ADDRESS)) {
    const text = trimClosing(found);
    const url = parseAddress(text);
    if (!url) continue;
    if (index > at) pieces.push({ text: message.slice(at, index) });
    pieces.push({ text: formatAddress(text, url), url: url.href });
    at = index + text.length;
  }
  if (at < message.length) pieces.push({ text: message.slice(at) });
  return pieces;
}
