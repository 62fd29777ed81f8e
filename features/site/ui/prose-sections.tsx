import type { ProseSection } from '../../../content/schema/base-schema.ts';
import { RichText } from '../../../web/rich-text.tsx';

type ProseSectionsProps = { sections: readonly ProseSection[]; heading?: 'h2' | 'h3' };

/** Headed paragraphs with lists. Each heading is a link target. */
export function ProseSections({ sections, heading: Heading = 'h2' }: ProseSectionsProps) {
  return sections.map((section) => (
    <section key={section.id} aria-labelledby={section.id}>
      <Heading id={section.id} className="text-2xl">
        {section.title}
      </Heading>
      {section.paragraphs.map((line) => (
        <p key={line}>
          <RichText line={line} />
        </p>
      ))}
      {section.points && (
        <ul>
          {section.points.map((line) => (
            <li key={line}>
              <RichText line={line} />
            </li>
          ))}
        </ul>
      )}
    </section>
  ));
}
