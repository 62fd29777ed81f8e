import { useState } from 'react';
import type { StoryBookTexts } from '../../../content/home/story-book-content.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { PlanetLogo } from '../../../web/ui/planet-logo.tsx';
import * as messages from '../site.messages.ts';
import { Shelf } from './shelf.tsx';

/**
 * A four-page book that opens, turns and closes. When it's closed, its pages are listed beside it and each entry opens
 * the book at that page. Without scripts, all pages are open, one below the other.
 */
export function StoryBook({ texts }: { texts: StoryBookTexts }) {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  const [index, setIndex] = useState(0);
  const { pages } = texts;
  const page = pages[index]!;
  const openAt = (index: number) => {
    setIndex(index);
    setOpen(true);
  };

  return (
    <section id="story" className="page band" aria-labelledby="story-title">
      <div className="book" data-open={open}>
        {!open && (
          <div className="book-closed">
            <div className="book-cover">
              <PlanetLogo size={96} />
              <h2 id="story-title">{texts.title}</h2>
              <Button onClick={() => setOpen(true)} icon="book" aria-expanded={false}>
                {texts.open}
              </Button>
            </div>
            <Shelf as="ol" className="book-chapters">
              {pages.map(({ title }, index) => (
                <li key={title}>
                  <button type="button" className="book-chapter" onClick={() => openAt(index)}>
                    <img
                      src={`/art/story-${index + 1}.svg`}
                      alt=""
                      width={420}
                      height={280}
                      loading="lazy"
                      className="book-thumb h-auto w-full"
                    />
                    <span>{title}</span>
                  </button>
                </li>
              ))}
            </Shelf>
          </div>
        )}
        {open && (
          <div className="book-spread">
            <div className="book-picture">
              <img className="book-art" src={`/art/story-${index + 1}.svg`} alt="" width={420} height={280} />
            </div>
            <div className="book-page">
              <p className="book-title" id="story-title">
                {texts.title}
              </p>
              <div aria-live="polite" className="book-words">
                <h2 className="text-2xl">{page.title}</h2>
                {page.paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
              <div className="book-foot">
                <Button
                  variant="secondary"
                  size="sm"
                  icon="arrow-left"
                  disabled={index === 0}
                  onClick={() => setIndex(index - 1)}
                >
                  {texts.previous}
                </Button>
                <span className="book-count">{t(messages.bookPage, { page: index + 1, total: pages.length })}</span>
                <Button
                  variant="secondary"
                  size="sm"
                  iconEnd="arrow-right"
                  disabled={index === pages.length - 1}
                  onClick={() => setIndex(index + 1)}
                >
                  {texts.next}
                </Button>
              </div>
              <Button variant="ghost" size="sm" icon="close" className="book-close" onClick={() => setOpen(false)}>
                {texts.close}
              </Button>
            </div>
          </div>
        )}
      </div>
      <noscript>
        <div className="card-grid mt-6">
          {pages.map((one) => (
            <article key={one.title} className="panel panel-md stack">
              <h3>{one.title}</h3>
              {one.paragraphs.map((paragraph) => (
                <p key={paragraph} className="text-muted">
                  {paragraph}
                </p>
              ))}
            </article>
          ))}
        </div>
      </noscript>
    </section>
  );
}
