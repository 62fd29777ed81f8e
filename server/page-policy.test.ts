import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createContentSecurityPolicy, findForeignScripts, removeNonce } from './page-policy.ts';

const MARK = 'c2VjcmV0IG1hcms';
const CONSTANT = 'early()';
const createPage = (body: string) =>
  `<head><script>${CONSTANT}</script></head><body>${body}<script nonce="${MARK}">data()</script><script src="/a.js"></script><script nonce="${MARK}" type="module" async="">go()</script></body>`;
const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('allows our own inline scripts by hash, and strips the nonce from the page', () => {
  const html = createPage('');
  expect(findForeignScripts(html, MARK, [CONSTANT])).toEqual([]);
  const servedHtml = removeNonce(html, MARK);
  expect(servedHtml).not.toContain(MARK);
  const policy = createContentSecurityPolicy(servedHtml, []);
  for (const script of [CONSTANT, 'data()', 'go()']) expect(policy).toContain(hash(script));
});

test('allows structured data for search engines without a script hash', () => {
  const html = createPage('<script type="application/ld+json">{"name":"x"}</script>');
  expect(findForeignScripts(html, MARK, [CONSTANT])).toEqual([]);
  expect(createContentSecurityPolicy(html, [])).not.toContain(hash('{"name":"x"}'));
});

test.each([
  '<script>steal()</script>',
  '<SCRIPT>steal()</SCRIPT>',
  '<script type="module">steal()</script>',
  '<script nonce="guessed">steal()</script>',
  `<script data-x='nonce'>steal()</script>`,
])('does not allow an injected inline script: %s', (injected) => {
  const html = createPage(injected);
  const foreignScripts = findForeignScripts(html, MARK, [CONSTANT]);
  expect(foreignScripts).toEqual(['steal()']);
  const policy = createContentSecurityPolicy(removeNonce(html, MARK), foreignScripts);
  expect(policy).not.toContain(hash('steal()'));
  expect(policy).toContain(hash('data()'));
});
