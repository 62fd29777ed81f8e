import { splitLinks } from '../message-links.rules.ts';

/** The text of a message, with its addresses as links. It's never interpreted as HTML. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-line wrap-anywhere">
      {splitLinks(text).map((piece, at) =>
        piece.url ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
            key={at}
            className="text-cyan-ink underline"
            href={piece.url}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
          >
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </p>
  );
}
