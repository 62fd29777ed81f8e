import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PastSquad } from '../squads.schema.ts';
import { PastSquads } from './past-squads.tsx';

const createPast = (created_at: string, left_at: string) => {
  const squad = {
    ...{ id: '0d7c63c3-8a53-4d4c-8f33-3f6a3a6c7d10', name: 'Silent Nebula', crest_seed: 7, created_at, left_at },
    ...{ ended: false, reason: 'You left.', others: [] },
  } as unknown as PastSquad;
  const html = renderToStaticMarkup(<PastSquads first={{ past: [squad], next: null }} renderMessages={() => null} />);
  return html.replace(/<[^>]*>/g, '');
};

test('shows both dates for a squad that lasted several days and one date otherwise', () => {
  expect(createPast('2026-11-20T18:00:00Z', '2026-11-27T10:00:00Z')).toContain(
    'Fri, Nov 20 to Fri, Nov 27 · still active',
  );
  expect(createPast('2026-11-27T08:00:00Z', '2026-11-27T10:00:00Z')).toContain(
    'Silent NebulaFri, Nov 27 · still active',
  );
});
