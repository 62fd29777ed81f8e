import { expect, test } from 'vitest';
import type { Draft } from './profile-form.rules.ts';
import { listUnsavedFields, mergeSavedSections, withSection } from './profile-sections.rules.ts';

const draft = (change: Partial<Draft>) =>
  ({ bio: '', role: 'PG', platform: 'PS5', modes: ['Rec'], ...change }) as Draft;
const saved = draft({});

test('lists unsaved fields per section', () => {
  const typed = draft({ bio: 'Pass first', modes: ['Rec', 'Park/City'] });
  expect(listUnsavedFields('publish', saved, typed)).toEqual(['bio']);
  expect(listUnsavedFields('game', saved, typed)).toEqual(['modes']);
  expect(listUnsavedFields('position', saved, typed)).toEqual([]);
  expect(listUnsavedFields('game', saved, draft({ modes: ['Rec'] }))).toEqual([]);
});

test('copies one section without the others', () => {
  expect(withSection(saved, 'publish', draft({ bio: 'Hi', role: 'C' }))).toEqual(draft({ bio: 'Hi' }));
});

test('merges edited fields into the current profile', () => {
  const kept = { saved, draft: draft({ bio: 'Half a sent' }) };
  const elsewhere = draft({ role: 'C', bio: 'Old words' });
  expect(mergeSavedSections(kept, elsewhere)).toEqual(draft({ role: 'C', bio: 'Half a sent' }));
});

test('ignores stored fields in an older format', () => {
  const kept = { saved, draft: { ...draft({}), modes: undefined } as unknown as Draft };
  expect(mergeSavedSections(kept, saved)).toEqual(saved);
});
