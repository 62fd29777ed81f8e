import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;
const sources = globSync('{web,features}/**/*.tsx', { cwd: ROOT })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(ROOT + path, 'utf8') }));

/** Returns the opening tags of these elements, even if their attributes contain braces and arrows. */
function listTags(text: string, names: RegExp): string[] {
  return [...text.matchAll(new RegExp(`<(?:${names.source})(?=[\\s>])`, 'g'))].map(({ index }) => {
    let depth = 0;
    for (let position = index; position < text.length; position += 1) {
      if (text[position] === '{') depth += 1;
      if (text[position] === '}') depth -= 1;
      if (text[position] === '>' && depth === 0) return text.slice(index, position + 1);
    }
    return text.slice(index);
  });
}

/** Returns how a tag bypasses `Button` or `Form`, or undefined if it doesn't. */
function actionPastPrimitive(tag: string): string | undefined {
  if (
    /^<(Button|IconButton|ConfirmDialog|ErrorState)/.test(tag) &&
    /\bvoid\s+[\w(]/.test(tag) &&
    !/ loading=/.test(tag)
  )
    return 'throws away what it returns: then nobody knows how long it takes and how it ends';
  if (/^<form\b/.test(tag) && /onSubmit/.test(tag) && !/preventDefault\(\)\}/.test(tag)) return 'is no <Form>';
  if (/^<button\b/.test(tag) && /\b(disabled|aria-busy)=/.test(tag)) return 'is no <Button>';
  return undefined;
}

/** Files of `Button` and `Form` themselves. */
const PRIMITIVE = ['web/ui/button.tsx', 'web/ui/icon-button.tsx', 'web/ui/form.tsx', 'web/ui/press-area.tsx'];

describe('check of asynchronous actions', () => {
  test('finds no action that bypasses Button or Form', () => {
    const bypassingTags = sources
      .filter(({ path }) => !PRIMITIVE.includes(path))
      .flatMap(({ path, text }) =>
        listTags(text, /Button|IconButton|ConfirmDialog|ErrorState|form|button/).flatMap((tag) => {
          const why = actionPastPrimitive(tag);
          return why ? [`${path}: ${tag.replace(/\s+/g, ' ').slice(0, 120)} ${why}`] : [];
        }),
      );
    expect(bypassingTags).toEqual([]);
  });

  test('finds "Error" as a title only for the profile load, as specified', () => {
    const keys = globSync('{web,features}/**/messages/en.json', { cwd: ROOT })
      .flatMap((path) => Object.entries<string>(JSON.parse(readFileSync(ROOT + path, 'utf8'))))
      .flatMap(([key, message]) => (message === 'Error' ? [key] : []));
    const title = new RegExp(`showToast\\(\\{\\s*title: t\\(\\w+\\.(?:${keys.join('|')})\\)`);
    const titled = sources.filter(({ text }) => title.test(text)).map(({ path }) => path);
    expect(titled).toEqual(['features/profiles/pages/onboarding.tsx']);
  });

  test('finds only actions that reset when Back returns from another site', () => {
    const leaves = /(?:await (?:goToCheckout|pay)\(|location\.assign\((?!back|paths))/;
    const stuckFiles = sources.filter(({ text }) => leaves.test(text) && /set(?:Busy|Phase)\(/.test(text));
    expect(stuckFiles.length).toBeGreaterThan(5);
    expect(stuckFiles.filter(({ text }) => !text.includes('= useLeaveState')).map(({ path }) => path)).toEqual([]);
  });

  test.each([
    '<Button onClick={() => void send()}>',
    '<Button\n  onClick={() => (open ? setOpen(false) : void send())}\n>',
    '<ConfirmDialog open onConfirm={() => void remove()} >',
    '<form noValidate onSubmit={send}>',
    '<button type="button" disabled={busy}>',
  ])('detects an action that bypasses Button or Form: %s', (text) => {
    expect(
      listTags(text, /Button|IconButton|ConfirmDialog|ErrorState|form|button/).map(actionPastPrimitive),
    ).not.toEqual([undefined]);
  });
});
