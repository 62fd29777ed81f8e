import { splitLinks } from '../message-links.rules.ts';

/** Renders a message with its addresses as links, never as HTML. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-line wrap-anywhere">
      {splitLinks(text).map((piece, index) =>
        piece.url ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece's only id is its position
            key={index}
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
