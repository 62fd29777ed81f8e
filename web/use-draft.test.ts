import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Form parts whose draft is saved by another file. */
const SAVING_FILES: Record<string, string> = {
  'features/admin/ui/rule-field.tsx': 'features/admin/ui/rules-tab.tsx',
  'features/lfg/ui/listing-form.tsx': 'features/lfg/ui/create-panel.tsx',
  'features/site/ui/build-assistant.tsx': 'features/site/ui/use-advice.ts',
  'features/team-assembly/ui/request-fields.tsx': 'features/team-assembly/ui/use-request-draft.ts',
  'features/threads/ui/message-box.tsx': 'features/threads/ui/use-thread.ts',
};
/** Form parts that save to the profile instead of a draft. */
const PROFILE_FILES = ['features/profiles/ui/publish-step.tsx'];

test('keeps the text of every multi-line field across a reload', () => {
  const typing = globSync('features/**/*.tsx').filter((file) => readFileSync(file, 'utf8').includes('<TextArea'));
  expect(typing.length).toBeGreaterThan(15);
  const files = typing.filter((file) => {
    if (PROFILE_FILES.includes(file)) return false;
    return !/useDraft(Text)?(<\w+>)?\(|writeDraft\b/.test(readFileSync(SAVING_FILES[file] ?? file, 'utf8'));
  });
  expect(files).toEqual([]);
});
