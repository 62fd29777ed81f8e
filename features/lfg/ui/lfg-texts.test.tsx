import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createTranslator } from '../../../messages/translator.ts';
import { HOUR_MS } from '../../../time/units.ts';
import { ApiError } from '../../../web/api-client.ts';
import { mockBrowserApi, renderHtml, renderText } from '../../../web/test-page.ts';
import { dismissToast, readToasts } from '../../../web/ui/toast-store.ts';
import type { Applicant, BrowseItem, ListingOwnerSide, OwnLfg } from '../lfg.schema.ts';
import { Applicants } from './applicants.tsx';
import { BrowsePanel } from './browse-panel.tsx';
import { closeListing } from './close-listing.ts';
import { CreatePanel } from './create-panel.tsx';
import { toastRefusal, toListingError } from './error-toasts.ts';
import { HiddenListing } from './hidden-listing.tsx';
import { ListingCard } from './listing-card.tsx';
import { findFormProblems } from './listing-form.tsx';
import { OwnListingsPanel } from './own-listings-panel.tsx';
import { SlotEditor } from './slot-editor.tsx';

vi.mock('../../../web/auth-session.ts', () => ({
  getAccessToken: async () => 'a token',
  forgetSession: async () => {},
}));

const timeIn = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const createItem = (more: Partial<BrowseItem> = {}): BrowseItem => ({
  id: '7',
  user_id: '8',
  owner: { display_name: 'Nova', avatar_path: null },
  role: 'N/A',
  title: 'Rec run tonight',
  needed_positions: ['PG', 'C'],
  filled_positions: [],
  modes: ['Rec', 'Pro-Am 5v5'],
  platform: 'PS5',
  allows_crossplay: true,
  region: 'EU',
  availability: [],
  timezone: 'Europe/Paris',
  notes: null,
  boost_expires_at: null,
  status: 'active',
  created_at: timeIn(-1),
  listed_at: timeIn(-1),
  expires_at: timeIn(24),
  match_id: null,
  complete: false,
  mine: false,
  application: null,
  fit: null,
  ...more,
});
const viewer = { timezone: 'UTC', availability: [] };
const renderCard = (more?: Partial<BrowseItem>) => (
  <ListingCard listing={createItem(more)} viewer={viewer} onApplied={() => {}} onClosed={() => {}} />
);

beforeEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
});
const t = createTranslator();
const listToastTitles = () => readToasts().map(({ title }) => title);

test('counts the hours you share with an owner, and not with yourself', () => {
  const slots = [{ day: 'Mon', start: '20:00', end: '23:00' } as const];
  const renderCount = (mine: boolean) =>
    renderText(
      <ListingCard
        listing={createItem({ mine, availability: slots, timezone: 'UTC' })}
        viewer={{ timezone: 'UTC', availability: [{ days: ['Mon'], start: '20:00', end: '23:00' }] }}
        onApplied={() => {}}
        onClosed={() => {}}
      />,
    );
  expect(renderCount(false)).toContain('3 h overlap');
  expect(renderCount(true)).not.toContain('overlap');
});

test('warns the owner about an applicant with frequent no-shows, without the number', () => {
  const applicant: Applicant = {
    id: '9',
    position: 'C',
    message: null,
    status: 'pending',
    created_at: timeIn(-1),
    often_missing: true,
    unread: 0,
    profile: null,
  };
  const renderApplicants = (often_missing: boolean) =>
    renderText(
      <Applicants applicants={[{ ...applicant, often_missing }]} open onChange={() => {}} talk={() => null} />,
    );
  expect(renderApplicants(true)).toContain('Missed more than one accepted match lately.');
  expect(renderApplicants(false)).not.toContain('missing');
});

describe('listing card', () => {
  test("shows the listing's details, Apply and Report", () => {
    const text = renderText(renderCard());
    for (const word of ['Rec run tonight', 'by Nova', 'PG', 'C', 'Rec', 'Pro-Am 5v5', 'EU', 'No availability set'])
      expect(text).toContain(word);
    expect(text).toContain('PS5 (Crossplay OK)');
    expect(text).toContain('Apply');
    expect(renderHtml(renderCard())).toContain('aria-label="Report"');
    expect(text).not.toContain('Featured');
    expect(text).not.toContain('Close Listing');
  });

  test("counts the time slots and leaves out crossplay when it's off", () => {
    const slots = [
      { day: 'Mon', start: '20:00', end: '23:00' },
      { day: 'Tue', start: '20:00', end: '23:00' },
    ] as const;
    const text = renderText(renderCard({ allows_crossplay: false, availability: [...slots] }));
    expect(text).not.toContain('Crossplay');
    expect(text).toContain('2 time slot(s)');
  });

  test('shows ★ Featured only while the boost is active', () => {
    expect(renderText(renderCard({ boost_expires_at: timeIn(1) }))).toContain('★ Featured');
    expect(renderText(renderCard({ boost_expires_at: timeIn(-1) }))).not.toContain('Featured');
  });

  test('offers only Close Listing to its owner', () => {
    const text = renderText(renderCard({ mine: true }));
    expect(text).toContain('Close Listing');
    expect(text).not.toContain('Apply');
    expect(renderHtml(renderCard({ mine: true }))).not.toContain('aria-label="Report"');
  });

  test('truncates the notes after two lines', () => {
    expect(renderHtml(renderCard({ notes: 'Bring a mic.' }))).toMatch(
      /<p class="[^"]*line-clamp-2[^"]*" title="Bring a mic\.">Bring a mic\.<\/p>/,
    );
  });
});

describe('Browse', () => {
  const browse = (filter: Parameters<typeof BrowsePanel>[0]['filter']) =>
    renderText(
      <BrowsePanel
        page={{ items: [], next: null, viewer }}
        filter={filter}
        sort="newest"
        after={null}
        loading={false}
      />,
    );

  test('says when no listing matches and offers to clear the filters or create a listing', () => {
    expect(browse({ region: 'EU', modes: [], positions: [] })).toMatch(/No listings match your filters.*Clear all/);
    expect(browse({ modes: [], positions: [] })).toMatch(/No listings match your filters.*Create Listing/);
  });

  test('filters by the platforms, regions, modes and positions from the specification', () => {
    const html = renderHtml(
      <BrowsePanel
        page={{ items: [], next: null, viewer }}
        filter={{ modes: [], positions: [] }}
        sort="newest"
        after={null}
        loading={false}
      />,
    );
    const options = [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text);
    expect(options.join('|')).toContain(
      'All|PS5|Xbox Series|PC|Switch|Other|All|NA-East|NA-West|EU|Asia|SA|Oceania|Other',
    );
    for (const word of ['Pro-Am 5v5', 'Rec', 'Proving Ground', 'Park/City', 'PG', 'SG', 'SF', 'PF', 'C'])
      expect(html).toContain(`>${word}<`);
  });
});

describe('create listing form', () => {
  const renderForm = () => renderHtml(<CreatePanel ownLfg={null} />);

  test('has the specified fields with their limits', () => {
    const text = renderText(<CreatePanel ownLfg={null} />);
    for (const label of ['Title', 'Needed Positions', 'Game Modes', 'Platform', 'Allow Crossplay', 'Region'])
      expect(text).toContain(label);
    expect(text).toMatch(/Availability.*Day.*Start.*End.*Add slot.*Notes/);
    expect(text).toMatch(/Featured Boost \(7 days\) Your listing will appear at the top.*Create Listing$/);
    expect(renderForm()).toMatch(/<input[^>]*maxLength="100"/i);
    expect(renderForm()).toMatch(/<textarea[^>]*maxLength="500"/i);
  });

  test('formats added hours like all other times', () => {
    const slots = [{ day: 'Mon', start: '20:00', end: '23:00' } as const];
    const value = { availability: slots, slotInFields: null };
    expect(renderText(<SlotEditor value={value} onChange={() => {}} />)).toContain('Mon 8:00–11:00 PM');
  });

  test("says that the slot in the fields is included even if it wasn't added", () => {
    expect(renderText(<CreatePanel ownLfg={null} />)).toContain('We’ll use Mon 8:00–11:00 PM.');
    const added = { day: 'Tue', start: '20:00', end: '23:00' } as const;
    const value = { availability: [added], slotInFields: { ...added, day: 'Mon' } as const };
    expect(renderText(<SlotEditor value={value} onChange={() => {}} />)).toContain(
      'We’ll include Mon 8:00–11:00 PM too.',
    );
  });

  test('preselects the region from the profile', () => {
    const own: OwnLfg = {
      ...{ listings: [], applications: [], boost_available_at: null },
      ...{ boosts_freely: false, region: 'EU', hidden: false },
    };
    const html = renderHtml(<CreatePanel ownLfg={own} />);
    expect(html).toMatch(/<option[^>]*selected=""[^>]*>EU</);
    expect(html).not.toMatch(/<option[^>]*selected=""[^>]*>NA-East</);
  });

  test('defaults to PS5, crossplay Yes, NA-East and Mon 20:00 to 23:00', () => {
    const html = renderForm();
    const selected = [...html.matchAll(/<option[^>]*selected=""[^>]*>([^<]*)/g)].map(([, text]) => text);
    expect(selected).toEqual(['PS5', 'NA-East', 'Mon']);
    expect([...html.matchAll(/type="time"[^>]*value="([^"]*)"/g)].map(([, time]) => time)).toEqual(['20:00', '23:00']);
    expect(html).toMatch(/<input[^>]*(checked=""[^>]*value="yes"|value="yes"[^>]*checked="")/);
  });
});

describe('failure messages', () => {
  test("show Not authenticated when signed out, otherwise the server's or a general message", () => {
    expect(toListingError(t, new ApiError(401, 'unauthenticated', 'Sign in to do this.'), 'Failed to report')).toBe(
      'Not authenticated',
    );
    expect(toListingError(t, new ApiError(409, 'conflict', 'Taken.'), 'Failed to report')).toBe('Taken.');
    expect(toListingError(t, new ApiError(500, 'unknown', 'Oops.'), 'Failed to report')).toBe('Failed to report');
  });

  test('add the reason when the title only says that the action failed', () => {
    const unreachable = new ApiError(
      0,
      'unreachable',
      "We can't reach the server. Check your connection and try again.",
    );
    expect(toastRefusal(t, 'Failed to create listing', unreachable)).toBe('Failed to create listing');
    expect(toastRefusal(t, 'Failed to create listing', new ApiError(422, 'invalid', 'Title required'))).toBe(
      'Title required',
    );
    expect(readToasts().map(({ title, description }) => [title, description])).toEqual([
      ['Failed to create listing', "We can't reach the server. Check your connection and try again."],
      ['Title required', undefined],
    ]);
  });
});

describe('closeListing', () => {
  test('keeps the listing open and shows an error when the request fails', async () => {
    mockBrowserApi(() => ({ status: 500 }));
    const results: boolean[] = [];
    await closeListing(t, '7', (closed) => results.push(closed));
    expect(listToastTitles()).toEqual(['Failed to close listing']);
    expect(results).toEqual([]);
    mockBrowserApi(() => ({ body: { message: 'Listing closed' } }));
    await closeListing(t, '7', (closed) => results.push(closed));
    expect(listToastTitles().at(-1)).toBe('Listing closed');
    expect(results).toEqual([true]);
  });
});

test('tells a banned user that their listings are hidden', () => {
  const ownLfg = {
    listings: [{ id: '7', title: 'Rec run tonight', status: 'active', pending: 0, unread: 0 }],
    applications: [],
    boost_available_at: null,
    region: null,
    boosts_freely: false,
    hidden: false,
  } as unknown as OwnLfg;
  const open = renderHtml(<OwnListingsPanel ownLfg={ownLfg} />);
  expect(open).toContain('/protocol/lfg/7');
  expect(open).toContain('Active');
  const html = renderHtml(<OwnListingsPanel ownLfg={{ ...ownLfg, hidden: true }} />);
  expect(html).toContain('Rec run tonight');
  expect(html).toContain('/protocol/lfg/7');
  expect(html).not.toContain('Active');
  expect(html).toContain('hidden while you&#x27;re banned');
});

test("lists everything that's missing from a listing at once", () => {
  const slots = { availability: [], slotInFields: null };
  const listProblems = (values: Omit<Parameters<typeof findFormProblems>[1], keyof typeof slots>) =>
    findFormProblems(t, { ...slots, ...values }).map(({ message }) => message);
  expect(listProblems({ title: ' ', needed_positions: [], modes: [] })).toEqual([
    'Title required',
    'Select at least one position',
    'Select at least one game mode',
  ]);
  expect(listProblems({ title: 'Rec tonight', needed_positions: ['C'], modes: [] })).toEqual([
    'Select at least one game mode',
  ]);
  expect(listProblems({ title: 'Rec tonight', needed_positions: ['C'], modes: ['Rec'] })).toEqual([]);
});

test("marks a listing hidden by a ban as not open in the applicant's list", () => {
  const renderPanel = (more: object) =>
    renderText(
      <OwnListingsPanel
        ownLfg={
          {
            listings: [],
            applications: [{ id: '9', listing_id: '7', title: 'Rec', position: 'C', unread: 0, ...more }],
          } as unknown as OwnLfg
        }
      />,
    );
  const now = { listing_status: 'active', hidden: true };
  expect(renderPanel({ ...now, hidden: false, status: 'pending' })).toContain("The listing's owner will answer.");
  expect(renderPanel({ ...now, status: 'pending' })).toContain(
    "This listing isn't open right now. Wait, or withdraw your application.",
  );
  expect(renderPanel({ ...now, status: 'accepted' })).toContain(
    "This listing isn't open right now. You'll keep your spot unless you leave it.",
  );
  expect(renderPanel({ ...now, status: 'declined' })).toContain('Check out other listings.');
  expect(renderPanel({ ...now, listing_status: 'expired', status: 'pending' })).toContain('no longer open');
});

describe('page of a listing hidden by a ban', () => {
  const renderPanel = (side: Partial<ListingOwnerSide>, status: 'active' | 'closed' | 'expired' = 'active') =>
    renderText(<HiddenListing id="7" side={side as ListingOwnerSide} status={status} onChange={() => {}} />);
  const application = { id: '9', status: 'pending', position: 'C', message: null } as const;

  test('tells its owner when it will be visible again and lets them close it', () => {
    expect(renderPanel({ mine: true })).toMatch(/while you're banned.*show again automatically.*Close Listing/);
    expect(renderPanel({ mine: true }, 'expired')).toMatch(/You can renew it when the ban is over\..*Close Listing/);
    expect(renderPanel({ mine: true }, 'closed')).not.toContain('Close Listing');
  });

  test('lets applicants withdraw', () => {
    expect(renderPanel({ application })).toMatch(/isn't open right now\..*Withdraw/);
    expect(renderPanel({ application: { ...application, status: 'accepted' } })).toMatch(
      /isn't open right now\..*Leave/,
    );
    expect(renderPanel({ application: { ...application, status: 'withdrawn' } })).toBe('');
  });

  test('offers no undo, because the ban prevents reopening', async () => {
    mockBrowserApi(() => ({ body: { message: 'Listing closed' } }));
    await closeListing(t, '7', () => {}, { forGood: true });
    expect(readToasts().at(-1)).toMatchObject({ title: 'Listing closed' });
    expect(readToasts().at(-1)?.action).toBeUndefined();
  });
});
