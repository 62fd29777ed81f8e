import { expect, test } from 'vitest';
import { renderText } from '../../../web/test-page.ts';
import type { WaitingRow } from '../dashboard/dashboard.schema.ts';
import { WaitingList } from './waiting-list.tsx';

const AT = '2026-03-03T01:00:00.000Z';
const UNTIL = '2026-03-30T01:00:00.000Z';
const createRow = (more: Partial<WaitingRow>) => ({
  ...{ kind: 'applicants', id: '1', title: '3 players applied to “Rec run”', at: null, until: null, check_in: null },
  action: { label: 'Choose', path: '/lfg/1' },
  ...more,
});
const renderRow = (more: Partial<WaitingRow>) => renderText(<WaitingList rows={[createRow(more)]} />);

test("shows whether a pending action's time is its start or its deadline", () => {
  expect(renderRow({})).not.toContain('loses');
  expect(renderRow({ until: UNTIL })).toMatch(/applied to “Rec run” Closes on Mon, Mar 30/);
  expect(renderRow({ at: AT, until: UNTIL })).toMatch(/Mar 3.* · closes on Mon, Mar 30/);
  expect(renderRow({ at: AT, until: AT })).not.toContain('loses');
});
