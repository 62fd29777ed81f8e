import { toPlainText } from '../../../content/inline.ts';
import type { FaqItem } from '../../../content/schema/base-schema.ts';

/** Returns questions and answers as structured data for search engines. */
export function toFaqData(items: readonly FaqItem[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: items.map((item) => ({
      '@type': 'Question',
      name: item.question,
      acceptedAnswer: { '@type': 'Answer', text: toPlainText(item.answer) },
    })),
  };
}
