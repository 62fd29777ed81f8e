import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatPictureName } from '../../content/endpoints.ts';
import { partners } from '../../content/partners/partners-content.ts';
import { seo } from '../../content/seo.ts';
import { getPressKit } from '../../content/site-pages/press-kit-content.ts';
import { toolLimits } from '../../content/umbrella/tools-content.ts';
import { getArchitecture } from '../../content/whitepaper/architecture.ts';
import { getToken } from '../../content/whitepaper/token.ts';
import { tokenFigures } from '../../content/whitepaper/token-figures.ts';
import { createTwitchSandbox } from '../../integrations/twitch/twitch.sandbox.ts';
import { english } from '../../messages/lazy-text.ts';
import { openPictures } from '../../pictures/pictures.ts';
import { openLog } from '../../server/log.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { QUESTION_MAX } from './advice/advice.schema.ts';
import { BUILD_NAME_MAX } from './advice/saved-builds.schema.ts';
import { listDrawnFiles, MARK_SEED, renderBrandFiles } from './brand.commands.ts';
import { findRouteOfPicture } from './link-pictures.drawing.ts';
import { TITLE_MAX } from './milestones/milestones.schema.ts';
import { drawArchitecture, listAllocationSlices } from './paper-figures.drawing.ts';
import { chooseFigures, drawPartnerMarks } from './partner-marks.drawing.ts';
import { formatReminderCalendar, listNextStreamNights } from './streams/streams.rules.ts';
import type { Streams } from './streams/streams.schema.ts';

const onDisk = (path: string) => readFileSync(join('public', path));

describe('public folder', () => {
  test('matches the output of the current drawing code', () => {
    for (const { path, content } of listDrawnFiles()) {
      expect(onDisk(path).toString('utf8') === content, `public/${path} is old: run node tools/draw-pictures.ts`).toBe(
        true,
      );
    }
  });

  test('includes every press kit image at its listed size', async () => {
    for (const { file, size } of getPressKit(english).assets) {
      const [, width, height] = /^(\d+) × (\d+) PNG$/.exec(size) ?? [];
      const picture = await sharp(onDisk(file)).metadata();
      expect(picture.format).toBe(width ? 'png' : 'svg');
      if (width) expect([picture.width, picture.height]).toEqual([Number(width), Number(height)]);
    }
    const pictures = openPictures(openLog('error'));
    const renderedFiles = await renderBrandFiles({ pictures });
    await pictures.close();
    for (const { path } of renderedFiles) expect((await sharp(onDisk(path)).metadata()).format).toBe('png');
  });

  test('keeps every drawing under 20 KB', () => {
    for (const { path, content } of listDrawnFiles()) expect(content.length, path).toBeLessThan(20_000);
  });
});

describe('partner mark generator', () => {
  test('generates ten different marks, and the same ones for the same seed', () => {
    const marks = drawPartnerMarks(partners, MARK_SEED);
    expect(new Set(marks.map(({ svg }) => svg)).size).toBe(10);
    expect(drawPartnerMarks(partners, MARK_SEED)).toEqual(marks);
    expect(drawPartnerMarks(partners, 'another')).not.toEqual(marks);
  });

  test('uses each figure once for any seed', () => {
    const ids = partners.map(({ id }) => id);
    for (let seed = 0; seed < 50; seed++) expect(new Set(chooseFigures(ids, `seed-${seed}`)).size).toBe(10);
  });
});

describe('whitepaper drawing', () => {
  test('shows token allocation slices that add up to 100 %', () => {
    const slices = listAllocationSlices(english, getToken(english));
    expect(slices.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 9);
    expect(slices.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(tokenFigures.totalSupply);
  });

  test('routes every architecture arrow around the boxes of the layers it skips', () => {
    const drawing = drawArchitecture(getArchitecture(english));
    const boxes = [...drawing.matchAll(/<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g)].map((box) =>
      box.slice(1).map(Number),
    );
    const lanes = [...drawing.matchAll(/<path d="M[^"]*?(\d+) (\d+)V(\d+)C/g)].map((lane) => lane.slice(1).map(Number));
    // Five arrows skip a layer: outbox to email, API to files, ledger to payments, and two from accounts.
    expect(lanes).toHaveLength(5);
    for (const [x, from, to] of lanes) {
      const [top, bottom] = [Math.min(from!, to!), Math.max(from!, to!)];
      for (const [x0, y, width, height] of boxes) {
        const isBeside = x! <= x0! || x! >= x0! + width!;
        const isOutside = bottom <= y! || top >= y! + height!;
        expect(isBeside || isOutside, `the lane at ${x} and the box at ${x0}, ${y}`).toBe(true);
      }
    }
  });

  test('escapes markup in box titles', () => {
    const box = { id: 'a', column: 0, title: '<b>&', line: 'x' };
    const drawing = drawArchitecture({ layers: [{ id: 'l', title: 'L', boxes: [box] }], arrows: [] });
    expect(drawing).toContain('&lt;b>&amp;');
  });
});

describe('stream schedule', () => {
  test.each([
    ['converts 5 PM Eastern to 22:00 UTC in winter', '2025-12-01T12:00:00Z', '2025-12-01T22:00:00.000Z'],
    ['converts 5 PM Eastern to 21:00 UTC in summer', '2025-07-01T12:00:00Z', '2025-07-01T21:00:00.000Z'],
    ['converts the time on the day clocks go forward', '2026-03-08T03:00:00Z', '2026-03-08T21:00:00.000Z'],
    ['converts the time on the day clocks go back', '2025-11-02T03:00:00Z', '2025-11-02T22:00:00.000Z'],
    ['returns the next day after the start', '2025-12-01T22:00:00Z', '2025-12-02T22:00:00.000Z'],
    ['uses the date in New York after midnight UTC', '2025-12-02T01:00:00Z', '2025-12-02T22:00:00.000Z'],
  ])('%s', (_, now, start) => {
    expect(listNextStreamNights(new Date(now), 1).starts).toEqual([start]);
  });

  test('keeps a stream live for six hours, even past midnight UTC', () => {
    const isOnAir = (now: string) => listNextStreamNights(new Date(now), 1).onAir;
    expect(isOnAir('2025-12-01T21:59:59Z')).toBe(false);
    expect(isOnAir('2025-12-01T22:00:00Z')).toBe(true);
    expect(isOnAir('2025-12-02T03:59:59Z')).toBe(true);
    expect(isOnAir('2025-12-02T04:00:00Z')).toBe(false);
  });

  test("exports a daily calendar entry with the time zone's rules", () => {
    const file = formatReminderCalendar(english, new Date('2025-11-20T12:00:00Z'), 'https://planetcrew.test');
    expect(file).toContain('DTSTART;TZID=America/New_York:20251120T170000\r\n');
    expect(file).toContain('RRULE:FREQ=DAILY\r\n');
    expect(file).toContain('BEGIN:DAYLIGHT');
    for (const line of file.split('\r\n')) expect(line.length).toBeLessThanOrEqual(75);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  });
});

describe('the site API', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext({ TWITCH_CLIENT_ID: 'id', TWITCH_CLIENT_SECRET: 'secret' });
  });
  afterAll(() => context.close());

  /** Mocks the two streaming platform responses that the live status needs, and counts the requests for them. */
  function openTwitch(live: string[], shouldRefuse = false) {
    const requestCounts = { tokens: 0, streams: 0 };
    const app = new Hono()
      .post('/oauth2/token', (c) => {
        requestCounts.tokens += 1;
        return c.json({ access_token: 'app', expires_in: 5_000 });
      })
      .get('/helix/streams', (c) => {
        requestCounts.streams += 1;
        if (shouldRefuse || c.req.header('Authorization') !== 'Bearer app') return c.json({ message: 'no' }, 503);
        const data = c.req.queries('user_login')!.filter((login) => live.includes(login));
        return c.json({ data: data.map((user_login) => ({ user_login, type: 'live' })) });
      });
    context.deps.fetch = ((input: string, init?: RequestInit) =>
      Promise.resolve(app.request(new URL(input).pathname + new URL(input).search, init))) as typeof fetch;
    return requestCounts;
  }
  const readStreams = async () => (await (await context.app.request('/api/streams')).json()) as Streams;

  test("shows who's live, asks Twitch at most once a minute, and returns null when the status is unknown", async () => {
    const requestCounts = openTwitch(['planetcrewzone']);
    context.setNow('2025-12-01T12:00:00Z');
    const first = await readStreams();
    expect(first.channels).toEqual([
      { channel: 'planetcrewzone', live: true },
      { channel: 'planetcrewzonelab', live: false },
    ]);
    expect(first.starts).toHaveLength(3);
    await readStreams();
    expect(requestCounts).toEqual({ tokens: 1, streams: 1 });
    openTwitch([], true);
    context.setNow('2025-12-01T12:01:01Z');
    expect((await readStreams()).channels.map(({ live }) => live)).toEqual([null, null]);
  });

  test('shows the sandbox channel as live in a demo without keys', async () => {
    const demonstration = await openTestContext();
    try {
      const sandbox = createTwitchSandbox({ players: async () => [] });
      demonstration.deps.fetch = ((input: string, init?: RequestInit) => {
        const { pathname, search } = new URL(input);
        return Promise.resolve(sandbox.request(pathname.replace('/sandbox/twitch', '') + search, init));
      }) as typeof fetch;
      const response = (await (await demonstration.app.request('/api/streams')).json()) as Streams;
      expect(response.channels.map(({ live }) => live)).toEqual([true, false]);
    } finally {
      await demonstration.close();
    }
  });

  test('returns no live status and makes no requests without keys', async () => {
    const requestCounts = openTwitch(['planetcrewzone']);
    const { TWITCH_CLIENT_ID } = context.deps.env;
    context.deps.env.TWITCH_CLIENT_ID = undefined;
    expect((await readStreams()).channels.map(({ live }) => live)).toEqual([null, null]);
    expect(requestCounts.streams).toBe(0);
    context.deps.env.TWITCH_CLIENT_ID = TWITCH_CLIENT_ID;
  });

  test('draws a 1200 × 630 image for every page and refuses other names', async () => {
    for (const route of Object.keys(seo)) expect(findRouteOfPicture(formatPictureName(route))).toBe(route);
    for (const path of ['/og/site.png', '/og/page/home.png', '/og/page/protocol-faq.png']) {
      const response = await context.app.request(path);
      expect(response.headers.get('Content-Type')).toBe('image/png');
      const { width, height } = await sharp(await response.arrayBuffer()).metadata();
      expect([width, height]).toEqual([1200, 630]);
    }
    expect((await context.app.request('/og/page/nothing.png')).status).toBe(404);
    expect((await context.app.request('/og/page/..%2Fhome.png')).status).toBe(422);
  });

  test('enforces the same text limits as the forms', () => {
    expect(toolLimits.question).toBe(QUESTION_MAX);
    expect(toolLimits.milestoneTitle).toBe(TITLE_MAX);
    expect(toolLimits.buildName).toBe(BUILD_NAME_MAX);
  });
});
