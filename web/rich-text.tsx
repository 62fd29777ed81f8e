import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { parseInline } from '../content/inline.ts';
import { useTranslator } from '../messages/use-translator.tsx';
import * as shared from './ui/ui.messages.ts';
import { VisuallyHidden } from './ui/visually-hidden.tsx';

/** A link in content: within the product, or to another site in a new tab. */
export function TextLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const t = useTranslator();
  if (/^[/#]/.test(href)) {
    return (
      <Link to={href} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <VisuallyHidden> {t(shared.opensInNewTab)}</VisuallyHidden>
    </a>
  );
}

/** A line of content with its links and bold text. */
export function RichText({ line }: { line: string }) {
  let at = 0;
  return parseInline(line).map((part) => {
    at += part.text.length;
    if (part.href) {
      return (
        <TextLink key={at} href={part.href}>
          {part.text}
        </TextLink>
      );
    }
    return part.strong ? <strong key={at}>{part.text}</strong> : part.text;
  });
}
