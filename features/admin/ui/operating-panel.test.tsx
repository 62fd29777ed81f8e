import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { SWITCHABLE_FEATURES } from '../../health/operating/operating.schema.ts';
import { OperatingNotice } from '../../site/ui/operating-notice.tsx';
import { OperatingControls } from './operating-panel.tsx';

const switches = SWITCHABLE_FEATURES.map((feature) => ({ feature, off: feature === 'deals' }));

it('shows the mode, when it started, and every switch', () => {
  const report = { mode: 'read-only' as const, since: '2026-03-03T12:00:00.000Z', switches };
  const html = renderToStaticMarkup(<OperatingControls report={report} reload={() => {}} />);
  expect(html).toMatch(/Everyone can read\. Nothing is saved\. Since /);
  expect(html).toMatch(/aria-pressed="true"[^>]*>(?:<[^>]*>)*Read-only</);
  expect(html.match(/role="switch"/g)).toHaveLength(SWITCHABLE_FEATURES.length);
  expect(html.match(/aria-checked="true"/g)).toHaveLength(SWITCHABLE_FEATURES.length - 1);
});

it('names switched-off features only on the pages they affect', () => {
  const render = (path: string, facts: Parameters<typeof OperatingNotice>[0]) =>
    renderToStaticMarkup(
      <MemoryRouter initialEntries={[path]}>
        <OperatingNotice {...facts} />
      </MemoryRouter>,
    );
  expect(render('/plans', { off: ['deals'] })).toContain('Buying is off right now.');
  expect(render('/coaches/some-coach', { off: ['deals'] })).toContain('Buying is off right now.');
  expect(render('/faq', { off: ['deals'] })).toBe('');
  expect(render('/faq', { read_only: true })).toContain('we can’t save changes right now');
});
