import { expect, test } from 'vitest';
import { renderText } from '../../../web/test-page.ts';
import { SquadFit } from './squad-fit.tsx';

const week = { zone: 'UTC', spans: { own: [], others: [], common: [] } } as never;
const live = { score: 94, parts: [], explanation: 'You both play Rec.\nYour ratings are close.' };

test('a squad from the live queue shows its score and reasons, not an empty week', () => {
  const words = renderText(<SquadFit squad={{ live_match: live, week }}>The week</SquadFit>);
  expect(words).toContain('Score 94 out of 100');
  expect(words).toContain('You both play Rec.');
  expect(words).not.toContain('hours together');
});

test('without a score it shows the reasons alone', () => {
  const words = renderText(<SquadFit squad={{ live_match: { ...live, score: 0 }, week }}>The week</SquadFit>);
  expect(words).not.toContain('Score');
  expect(words).toContain('Your ratings are close.');
});

test('every other squad shows the hours its members share', () => {
  const words = renderText(<SquadFit squad={{ live_match: null, week }}>The week</SquadFit>);
  expect(words).toContain('Your hours together');
  expect(words).toContain('The week');
});
