import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../web/ui/icon.tsx';

type ContentsProps = {
  title: string;
  sections: readonly { id: string; number: number; title: string }[];
  /** Distance from the top of the window in pixels at which a section becomes current. */
  offset: number;
};

/**
 * Returns how far below the top of the window a jump to this section ends, in pixels. The distance is larger when the
 * table of contents is above the section.
 */
function measureLanding(section: Element): number {
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return padding + (Number.parseFloat(getComputedStyle(section).scrollMarginTop) || 0);
}

function useCurrentSection(ids: readonly string[], offset: number): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const key = ids.join();
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      const all = key.split(',').flatMap((id) => document.getElementById(id) ?? []);
      const line = Math.max(offset, all[0] ? measureLanding(all[0]) : 0);
      // Smooth scrolling can stop a fraction of a pixel short.
      const sectionsAbove = all.filter((section) => section.getBoundingClientRect().top <= line + 2);
      setCurrent((sectionsAbove.at(-1) ?? all[0])?.id);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [key, offset]);
  return current;
}

/** The table of contents. It starts open, is sticky, and always shows the reader's current section. */
export function Contents({ title, sections, offset }: ContentsProps) {
  const current = useCurrentSection(
    sections.map((section) => section.id),
    offset,
  );
  const box = useRef<HTMLDetailsElement>(null);
  const hasArrived = useRef(false);

  // If the contents overflow their box, center the current section. Skip this on load at the top of the page, because
  // the reader may have scrolled the contents and be about to tap an entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the section changes
  useEffect(() => {
    const isArriving = !hasArrived.current;
    hasArrived.current = true;
    if (isArriving && window.scrollY === 0) return;
    const link = box.current?.querySelector<HTMLElement>('[aria-current]');
    if (box.current && link) box.current.scrollTop = link.offsetTop - box.current.clientHeight / 2;
  }, [current]);

  return (
    <details ref={box} className="toc" open>
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
