import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { english } from '../../../messages/lazy-text.ts';
import { createTranslator } from '../../../messages/translator.ts';
import type * as translation from '../../../messages/use-translator.tsx';
import Legal, { loader } from './legal.tsx';

const reader = vi.hoisted(() => ({ locale: 'en' }));
vi.mock('../../../messages/use-translator.tsx', async (original) => ({
  ...(await original<typeof translation>()),
  useTranslator: () => (reader.locale === 'en' ? english : createTranslator(reader.locale as never)),
}));

const render = (locale: string) => {
  reader.locale = locale;
  const Stub = createRoutesStub([{ id: 'legal', path: '/legal', Component: Legal }]);
  return renderToStaticMarkup(<Stub initialEntries={['/legal']} hydrationData={{ loaderData: { legal: loader() } }} />);
};
const NOTICE = /The <a[^>]* href="\/en\/legal"[^>]*>English text<\/a> is the binding one\./;

describe('the legal page', () => {
  it('links to the binding English text in other languages', () => {
    expect(render('fr')).toMatch(NOTICE);
  });

  it('shows no notice about the binding text in English', () => {
    expect(render('en')).not.toMatch(NOTICE);
  });
});
