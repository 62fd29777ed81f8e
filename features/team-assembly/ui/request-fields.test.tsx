import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createEmptyDraft, RequestFields } from './request-fields.tsx';

const html = renderToStaticMarkup(<RequestFields draft={createEmptyDraft()} problems={{}} onChange={() => {}} />);
const stripTags = (part: string) => part.replace(/<[^>]+>/g, '');

/** Returns the options of a labeled select field. */
function optionsAfter(label: string): [string, string][] {
  const select = html.slice(html.indexOf('<select', html.indexOf(`>${label}`)));
  return [...select.slice(0, select.indexOf('</select>')).matchAll(/<option value="([^"]+)"[^>]*>([^<]*)/g)].map(
    ([, value, label]) => [value!, label!],
  );
}

test('puts the role choices under a label that marks them as required', () => {
  expect(stripTags(html.match(/<legend[^>]*>.*?<\/legend>/s)![0])).toContain('Desired Roles *');
  expect([...html.matchAll(/type="checkbox"[^>]*value="([^"]+)"/g)].map(([, value]) => value)).toEqual([
    'PG',
    'SG',
    'Lock',
    'PF',
    'C',
  ]);
});

test("offers the concierge's tiers, regions and platforms", () => {
  expect(optionsAfter('Skill Tier')).toEqual([
    ['beginner', 'Beginner (1-80)'],
    ['intermediate', 'Intermediate (80-90)'],
    ['advanced', 'Advanced (90-95)'],
    ['elite', 'Elite (95+)'],
  ]);
  expect(optionsAfter('Region').map(([value]) => value)).toEqual(['na-east', 'na-west', 'eu', 'asia', 'oceania']);
  expect(optionsAfter('Platform').map(([value]) => value)).toEqual(['ps5', 'xbox', 'pc']);
});

test('requires every field except painted hours and budget notes', () => {
  const labels = [...html.matchAll(/<(?:label|legend)[^>]*>(.*?)<\/(?:label|legend)>/gs)].map(([, inner]) =>
    stripTags(inner!),
  );
  const findLabel = (label: string) => labels.find((one) => one.startsWith(label));
  for (const label of ['Skill Tier', 'Region', 'Platform', 'Availability', 'Discord/PSN', 'Deadline'])
    expect(findLabel(label)).toBe(`${label}*`);
  expect(findLabel('Budget Notes')).not.toContain('*');
  expect(html).toContain('type="date"');
});
