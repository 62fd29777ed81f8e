import compile from 'icu-minify/compile';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { message, type Tag } from './message.ts';
import { RichMessage, useTranslator } from './use-translator.tsx';

const terms = message<{ name: string; link: Tag; time: Tag }>(
  'test.terms',
  compile('{name}, read the <link>terms of today</link> by <time></time>.'),
);
const Hello = () => useTranslator()(message('test.hello', 'Hello'));

describe('RichMessage', () => {
  it('renders tags with their children', () => {
    const warn = vi.spyOn(console, 'error');
    const html = renderToStaticMarkup(
      <RichMessage
        message={terms}
        values={{ name: 'Ana <3', link: (text) => <a href="/terms">{text}</a>, time: () => <time>noon</time> }}
      />,
    );
    expect(html).toBe('Ana &lt;3, read the <a href="/terms">terms of today</a> by <time>noon</time>.');
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('useTranslator', () => {
  it('translates to English', () => {
    expect(renderToStaticMarkup(<Hello />)).toBe('Hello');
  });
});
