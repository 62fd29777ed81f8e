import type { ProseSection } from '../../../../content/schema/base.ts';
import { RichText } from '../rich-text.tsx';

/** Headed paragraphs with lists; each heading can be linked to. */
export function ProseSections({ sections }: { sections: readonly ProseSection[] }) {
  return sections.map((section) => (
    <section key={section.id} aria-labelledby={section.id}>
      <h2 id={section.id} className="text-2xl">
        {section.title}
      </h2>
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
