import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NoShowPicker, PlayedQuestion, RatingField } from './session-feedback-fields.tsx';
import { type SessionFeedback, useSessionFeedback } from './use-session-feedback.ts';

function Fields({ said }: { said: SessionFeedback | null }) {
  const draft = useSessionFeedback(said);
  return (
    <>
      <PlayedQuestion draft={draft} name="played" question="Did it happen?" no="No" />
      <RatingField draft={draft} label="The evening" />
      <NoShowPicker draft={draft} others={[{ id: 'a', display_name: 'Ada' }]} hint={undefined} />
    </>
  );
}
const shown = (said: SessionFeedback | null) => renderToStaticMarkup(<Fields said={said} />);

test('asks only players who played for a rating and prefills the previous answer', () => {
  expect(shown(null)).not.toMatch(/The evening|checked/);
  expect(shown({ took_place: false, rating: null, absent_ids: [] })).not.toContain('The evening');
  const said = shown({ took_place: true, rating: 4, absent_ids: ['a'] });
  expect(said).toMatch(/checked="" value="true"/);
  expect(said).toMatch(/<option value="4" selected="">4: good/);
  expect(said).toMatch(/checked="" value="a"/);
});
