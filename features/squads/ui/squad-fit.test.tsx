import { expect, test } from 'vitest';
import { renderText } from '../../../web/test-page.ts';
import { SquadFit } from './squad-fit.tsx';

const week = { zone: 'UTC', spans: { own: [], others: [], common: [] } } as never;
const live = { score: 94, parts: [], explanation: 'You both play Rec.\nYour ratings are close.' };

test('shows score and reasons instead of an empty week for a live-queue squad', () => {
  const text = renderText(<SquadFit squad={{ live_match: live, week }}>The week</SquadFit>);
  expect(text).toContain('Score 94 out of 100');
  expect(text).toContain('You both play Rec.');
  expect(text).not.toContain('Hours you share');
});

test('shows only the reasons when there is no score', () => {
  const text = renderText(<SquadFit squad={{ live_match: { ...live, score: 0 }, week }}>The week</SquadFit>);
  expect(text).not.toContain('Score');
  expect(text).toContain('Your ratings are close.');
});

test('shows shared availability for squads that did not come from the live queue', () => {
  const text = renderText(<SquadFit squad={{ live_match: null, week }}>The week</SquadFit>);
  expect(text).toContain('Hours you share');
  expect(text).toContain('The week');
});
