import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { english } from '../messages/lazy-text.ts';
import { TRANSLATED_LOCALES } from '../messages/locales.ts';
import type { CompiledMessage } from '../messages/message.ts';
import { createTranslator } from '../messages/translator.ts';
import { readCatalogs } from '../tools/catalogs.ts';
import { readTranslation } from '../tools/translations.ts';
import { parseInline, toPlainText } from './inline.ts';
import { links } from './links.ts';
import { faqItem, internalHref } from './schema/base-schema.ts';
import { warrior } from './schema/tournament-schema.ts';
import { getWarriors } from './tournament/warriors.ts';
import { findContentProblems } from './validate.ts';
import { findDeadAnchors } from './validation/anchors.ts';
import { checkShape, findTextProblems } from './validation/check-content.ts';
import { findRepeated } from './validation/unique-rules.ts';

const root = import.meta.dirname;
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)));
const readSource = (file: string) => readFileSync(join(root, file), 'utf8');
const dataFiles = files.filter((file) => !/^(schema|validation)\/|^validate\.ts$/.test(file));

/** Returns the modules that a module imports at run time, excluding type-only imports. */
const runtimeImports = (file: string) =>
  [...readSource(file).matchAll(/^import (?!type )[^;]*? from '([^']+)'/gm)].map((match) => match[1]!);

describe('content', () => {
  it('is valid', () => {
    expect(findContentProblems()).toEqual([]);
  });

  it.each(TRANSLATED_LOCALES)('is valid in %s', (locale) => {
    const texts = new Map<string, CompiledMessage>(
      readCatalogs().flatMap((catalog) =>
        Object.entries(readTranslation(catalog, locale).messages).map(
          ([key, text]) => [`${catalog.name}.${key}`, compile(text)] as const,
        ),
      ),
    );
    const t = createTranslator(locale as never, ({ id, english }) => texts.get(id) ?? english);
    expect(findContentProblems(t)).toEqual([]);
  });

  it('is fully covered by the validator', () => {
    const modules = new Set<string>(['validate.ts']);
    const queue = ['validate.ts', 'validation/sources.ts'];
    for (let file = queue.pop(); file; file = queue.pop()) {
      for (const specifier of runtimeImports(file).filter((name) => name.startsWith('.'))) {
        const target = relative(root, join(root, file, '..', specifier));
        if (!modules.has(target)) queue.push(target);
        modules.add(target);
      }
    }
    // Server URLs and the names of stored settings aren't content. The paths test checks the URLs.
    const content = dataFiles.filter((file) => !/^((shell-)?endpoints|served-files|theme)\.ts$/.test(file));
    expect(content.filter((file) => !modules.has(file))).toEqual([]);
  });

  it('adds neither zod nor React to the pages that import it', () => {
    const imports = dataFiles.flatMap((file) => runtimeImports(file).map((name) => `${file} imports ${name}`));
    expect(imports.filter((line) => !/imports \.{1,2}\//.test(line) || /\/(schema|validation)\//.test(line))).toEqual(
      [],
    );
  });

  it('defines the URLs of our channels in one place', () => {
    const handles = Object.values(links).map((link) => new URL(link).host);
    const otherFiles = dataFiles.filter((file) => file !== 'links.ts' && /planetcrewzone/.test(readSource(file)));
    expect(new Set(handles)).toContain('www.twitch.tv');
    expect(otherFiles).toEqual(['home/streamers.ts']);
  });
});

describe('content validator', () => {
  it("reports a value that doesn't match its schema", () => {
    const warriors = [{ ...getWarriors(english)[0], website: 'http://chatgpt.com', rating: 6 }];
    const problems = checkShape('tournament/warriors.ts', z.array(warrior), warriors);
    expect(problems.some((line) => line.startsWith('content/tournament/warriors.ts, [0].website: '))).toBe(true);
    expect(problems.some((line) => line.startsWith('content/tournament/warriors.ts, [0].rating: '))).toBe(true);
  });

  it('reports an unknown field', () => {
    const [problem] = checkShape('faqs/help.ts', faqItem, {
      id: 'why',
      question: 'Why?',
      answer: 'Because it was long enough to be an answer.',
      anser: '',
    });
    expect(problem).toContain('content/faqs/help.ts, (whole file): ');
    expect(problem).toContain('anser');
  });

  it.each([
    ['filler text', 'Lorem ipsum dolor', 'is filler'],
    ['a trailing space', 'Hello ', 'starts or ends with white space'],
    ['two spaces', 'Hello  there', 'has two spaces in a row'],
    ['notation that is never rendered', 'See [plans](/plans)', 'has inline notation, which is not read here'],
  ])('reports text with %s', (_, text, reason) => {
    expect(findTextProblems('site.ts', { beta: { banner: text } })).toEqual([
      `content/site.ts, beta.banner: ${reason}`,
    ]);
  });

  it.each(['See [this](/nowhere)', 'See [this](javascript:alert)'])('reports a dead inline link: %s', (text) => {
    expect(findTextProblems('site.ts', { notFound: { text } })).toEqual([
      'content/site.ts, notFound.text: has a link to nowhere',
    ]);
  });

  it("reports a link whose URL isn't in the route table", () => {
    expect(findTextProblems('plans.ts', { action: { href: '/plan' } })).toHaveLength(1);
    expect(findTextProblems('plans.ts', { action: { href: '/plans' } })).toEqual([]);
  });

  it("reports an anchor that doesn't exist", () => {
    expect(findDeadAnchors('home/home-content.ts', { card: { href: '/whitepaper#road' } })).toEqual([
      'content/home/home-content.ts, card.href: /whitepaper#road has no such anchor',
    ]);
    expect(findDeadAnchors('home/home-content.ts', { card: { text: 'Read [it](/whitepaper#roadmap).' } })).toEqual([]);
  });

  it('reports a duplicate value', () => {
    expect(findRepeated('seo.ts, title', ['a', 'b', 'a'])).toEqual(['content/seo.ts, title: a is there twice']);
  });
});

describe('internal address check', () => {
  it.each(['/', '/protocol/deals#pcz-deal-7game', '#roadmap', '/legal#refunds'])('accepts %s', (address) => {
    expect(internalHref.safeParse(address).success).toBe(true);
  });

  it.each(['', '/Plans', '/plans/', '//elsewhere', '/plans?x=1', 'plans'])('rejects "%s"', (address) => {
    expect(internalHref.safeParse(address).success).toBe(false);
  });
});

describe('inline notation parser', () => {
  it('splits a line into plain, bold and linked segments', () => {
    expect(parseInline('**Free.** See [plans](/plans), now.')).toEqual([
      { text: 'Free.', strong: true },
      { text: ' See ' },
      { text: 'plans', href: '/plans' },
      { text: ', now.' },
    ]);
  });

  it('returns plain text without the notation', () => {
    expect(toPlainText('**Free.** See [plans](/plans), now.')).toBe('Free. See plans, now.');
  });
});
