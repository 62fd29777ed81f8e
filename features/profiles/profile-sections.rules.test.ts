import { expect, test } from 'vitest';
import type { Draft } from './profile-form.rules.ts';
import { listUnsavedFields, mergeSavedSections, withSection } from './profile-sections.rules.ts';

const createDraft = (change: Partial<Draft>) =>
  ({ bio: '', role: 'PG', platform: 'PS5', modes: ['Rec'], ...change }) as Draft;
const savedDraft = createDraft({});

test('lists unsaved fields per section', () => {
  const typedDraft = createDraft({ bio: 'Pass first', modes: ['Rec', 'Park/City'] });
  expect(listUnsavedFields('publish', savedDraft, typedDraft)).toEqual(['bio']);
  expect(listUnsavedFields('game', savedDraft, typedDraft)).toEqual(['modes']);
  expect(listUnsavedFields('position', savedDraft, typedDraft)).toEqual([]);
  expect(listUnsavedFields('game', savedDraft, createDraft({ modes: ['Rec'] }))).toEqual([]);
});

test('copies one section without changing the others', () => {
  expect(withSection(savedDraft, 'publish', createDraft({ bio: 'Hi', role: 'C' }))).toEqual(createDraft({ bio: 'Hi' }));
});

test('merges edited fields into the current profile', () => {
  const sections = { saved: savedDraft, draft: createDraft({ bio: 'Half a sent' }) };
  const otherDraft = createDraft({ role: 'C', bio: 'Old words' });
  expect(mergeSavedSections(sections, otherDraft)).toEqual(createDraft({ role: 'C', bio: 'Half a sent' }));
});

test('ignores stored fields in an older format', () => {
  const sections = { saved: savedDraft, draft: { ...createDraft({}), modes: undefined } as unknown as Draft };
  expect(mergeSavedSections(sections, savedDraft)).toEqual(savedDraft);
});
