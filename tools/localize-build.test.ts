import { describe, expect, it } from 'vitest';
import { moveScripts } from '../server/localized-assets.ts';
import { writeMark } from './inline-messages.ts';
import { fillMarks } from './localize-build.ts';

describe('fillMarks', () => {
  const mark = writeMark('lfg.left', '{name} left');
  const texts = new Map([['lfg.left', '{name} est parti']]);

  it('replaces a placeholder with the compiled text, with any kind of quotes', () => {
    const script = 't([["name"]," est parti"],{name})';
    for (const quote of ['"', "'", '`'])
      expect(fillMarks(`t(${mark.replaceAll('"', quote)},{name})`, texts)).toBe(script);
  });

  it('refuses a message without a text', () => {
    expect(() => fillMarks(mark, new Map())).toThrow('lfg.left has no text');
  });
});

describe('moveScripts', () => {
  it('moves only scripts to the folder of a language', () => {
    expect(moveScripts('["assets/a-1.js","assets/b-2.css"];import("/assets/c-3.js");import"./d-4.js"', 'fr0a1b2')).toBe(
      '["assets/fr0a1b2/a-1.js","assets/b-2.css"];import("/assets/fr0a1b2/c-3.js");import"./d-4.js"',
    );
  });
});
