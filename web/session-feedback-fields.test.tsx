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
const render = (feedback: SessionFeedback | null) => renderToStaticMarkup(<Fields said={feedback} />);

test('asks only players who played for a rating and prefills the previous answer', () => {
  expect(render(null)).not.toMatch(/The evening|checked/);
  expect(render({ took_place: false, rating: null, absent_ids: [] })).not.toContain('The evening');
  const feedback = render({ took_place: true, rating: 4, absent_ids: ['a'] });
  expect(feedback).toMatch(/checked="" value="true"/);
  expect(feedback).toMatch(/<option value="4" selected="">4: good/);
  expect(feedback).toMatch(/checked="" value="a"/);
});
