import { expect, it } from 'vitest';
import { findLinkedSection } from './section-anchors.rules.ts';

it.each([
  ['#section-hours', 'hours'],
  ['#psn', 'position'],
  ['#discord', 'contact'],
  ['#display_name', 'basics'],
  ['#looking_pair', 'hours'],
  ['#section-unknown', undefined],
  ['', undefined],
])('finds the section of %s', (hash, section) => {
  expect(findLinkedSection(hash)).toBe(section);
});
