import type { FaqItem } from '../../../content/schema/base-schema.ts';
import { RichText } from '../../../web/rich-text.tsx';
import { Accordion } from '../../../web/ui/accordion.tsx';

/** A list of questions where at most one is open. The browser enforces that, so it works without scripts. */
export function FaqList({ items, name }: { items: readonly FaqItem[]; name: string }) {
  return (
    <Accordion
      name={name}
      className="prose-links"
      items={items.map((item) => ({
        id: item.id,
        title: item.question,
        content: (
          <p>
            <RichText line={item.answer} />
          </p>
        ),
      }))}
    />
  );
}
