import { useEffect, useState } from 'react';
import { Icon } from '../../../../web/ui/icon.tsx';

type ContentsProps = {
  title: string;
  sections: readonly { id: string; number: number; title: string }[];
  /** A section is the current one once its top has come this close to the top of the window, in px. */
  offset: number;
};

function useCurrentSection(ids: readonly string[], offset: number): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const key = ids.join();
  useEffect(() => {
    let waiting = 0;
    const look = () => {
      waiting = 0;
      const passed = key.split(',').filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        // Smooth scrolling may stop a fraction of a pixel short.
        return top !== undefined && top <= offset + 2;
      });
      setCurrent(passed.at(-1) ?? key.split(',')[0]);
    };
    const onScroll = () => {
      waiting ||= requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(waiting);
    };
  }, [key, offset]);
  return current;
}

/** The table of contents: open at first, sticky, and always showing where the reader is. */
export function Contents({ title, sections, offset }: ContentsProps) {
  const current = useCurrentSection(
    sections.map((section) => section.id),
    offset,
  );
  return (
    <details className="toc" open>
      <summary className="toc-title">
        <Icon name="book" size={18} />
        {title}
        <Icon name="chevron-down" size={18} className="toc-mark" />
      </summary>
      <nav aria-label={title}>
        <ol className="toc-list">
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`} aria-current={section.id === current ? 'location' : undefined}>
                <span className="toc-number">{section.number}</span>
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  );
}
