import { sql } from 'drizzle-orm';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { renderToReadableStream } from 'react-dom/server.edge';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { CARD_COLUMNS } from './directory/directory.schema.ts';
import { translateValue } from './game-labels.schema.ts';
import { ONBOARDING_STEPS } from './onboarding-steps.schema.ts';
import ProfilePage from './pages/profile.tsx';
import { seedPlayer } from './player-seeding/player-seeding.generator.ts';
import { DEFAULT_FIELDS } from './profile-defaults.rules.ts';
import {
  CARD_FIELDS,
  FIELD_NAMES,
  type FieldName,
  getFieldFacts,
  getFieldKind,
  listFieldsOfStep,
  PUBLIC_FIELDS,
  type PublicField,
  SEEDED_FIELDS,
} from './profile-fields.schema.ts';
import { toDraft, toRequestBody, toStored } from './profile-form.rules.ts';
import { ProfileForm } from './profile-form.schema.ts';
import { recordArrival } from './profiles.commands.ts';
import { makePlayer } from './profiles.factory.ts';
import type { OwnProfile } from './profiles.schema.ts';
import { OnboardingForm } from './ui/onboarding-form.tsx';
import { PlayerCard } from './ui/player-card.tsx';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

/** Seeded players whose values differ from a new profile's. */
const unlike = Array.from({ length: 200 }, (_, index) => seedPlayer(3, index));
function filled(): ProfileForm {
  const blank: Record<string, unknown> = ProfileForm.parse({ display_name: 'Nobody' });
  const values = Object.fromEntries(
    SEEDED_FIELDS.map((name) => [
      name,
      unlike.map((player) => player[name]).find((value) => JSON.stringify(value) !== JSON.stringify(blank[name])),
    ]),
  );
  return ProfileForm.parse({
    ...values,
    phone: '+12125550100',
    preferred_contact: 'discord',
    consent_comms: false,
    public_handles: ['discord', 'twitter', 'psn', 'xbox'],
    flex_positions: ['PG', 'SG', 'SF', 'PF', 'C'].filter((position) => position !== values.role).slice(0, 2),
  });
}

async function get(path: string, token?: string): Promise<Record<string, unknown>> {
  const response = await context.app.request(path, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

describe('every field of a profile', () => {
  test('has a seeded value that differs from the default', () => {
    const blank: Record<string, unknown> = ProfileForm.parse({ display_name: 'Nobody' });
    const same = FIELD_NAMES.filter((name) => JSON.stringify(filled()[name]) === JSON.stringify(blank[name]));
    // Except `allow_contact`, because publishing requires it.
    expect(same).toEqual(['allow_contact']);
  });

  test('is returned to its owner after saving', async () => {
    const form = filled();
    const player = await makePlayer(context.deps, form);
    expect(await get('/api/profiles/me', player.accessToken)).toMatchObject(form);
  });

  test('is public or private as defined in the table', async () => {
    const form: Record<string, unknown> = filled();
    const player = await makePlayer(context.deps, form);
    const shown = await get(`/api/profiles/${player.userId}`);
    for (const name of PUBLIC_FIELDS) expect([name, shown[name]]).toEqual([name, form[name]]);
    const { profiles } = (await get('/api/profiles')) as { profiles: Record<string, unknown>[] };
    const card = profiles.find(({ id }) => id === player.userId)!;
    for (const name of CARD_FIELDS) expect([name, card[name]]).toEqual([name, form[name]]);
    expect(Object.keys(card)).toEqual(CARD_COLUMNS);
    const silent = FIELD_NAMES.filter((name) => getFieldFacts(name).shown.to === 'owner');
    expect(silent.filter((name) => name in shown || name in card)).toEqual([]);
  });

  test("is hidden when the owner hasn't chosen to show it", async () => {
    const player = await makePlayer(context.deps, { ...filled(), public_handles: [] });
    const shown = await get(`/api/profiles/${player.userId}`);
    const byChoice = FIELD_NAMES.filter((name) => getFieldFacts(name).shown.to === 'by-choice');
    expect(byChoice.map((name) => shown[name])).toEqual(byChoice.map(() => null));
  });

  test('has a column in the database', async () => {
    const { rows } = await context.deps.db.execute<{ table_name: string; column_name: string }>(sql`
      select table_name, column_name from information_schema.columns
       where table_name in ('protocol_profiles', 'protocol_public_profiles')`);
    const has = (table: string) =>
      new Set(rows.filter(({ table_name }) => table_name === table).map(({ column_name }) => column_name));
    expect(FIELD_NAMES.filter((name) => !has('protocol_profiles').has(name))).toEqual([]);
    expect(FIELD_NAMES.filter((name) => has('protocol_public_profiles').has(name))).toEqual(PUBLIC_FIELDS);
  });

  test('starts with the value in the table', async () => {
    const user = await makeUser(context.deps);
    await recordArrival(context.deps, user, undefined);
    const profile = await get('/api/profiles/me', user.accessToken);
    const given = FIELD_NAMES.filter((name) => !['display_name', 'email', 'timezone'].includes(name));
    const empty = { name: '', text: null, number: null, decimal: null, words: [], switch: false, hours: [] };
    for (const name of given) {
      expect([name, profile[name]]).toEqual([name, DEFAULT_FIELDS[name] ?? empty[getFieldKind(name)]]);
    }
  });

  test('survives a round trip through the form draft', () => {
    const profile = { ...filled(), id: '7' } as unknown as OwnProfile;
    expect(Object.keys(toDraft(profile))).toEqual(FIELD_NAMES);
    expect(ProfileForm.parse(toRequestBody(toDraft(profile)))).toEqual(filled());
    expect(toStored(toDraft(profile))).toEqual(filled());
  });
});

describe('every public field', () => {
  /** Returns a field's expected texts. Heights, zones and switches have their own labels. */
  const words = (name: PublicField, form: ProfileForm) => {
    const { value } = getFieldFacts(name);
    const labels = ('labels' in value && value.labels) || {};
    return getFieldKind(name) === 'switch' || name === 'height_in'
      ? []
      : [form[name]].flat().map((word) => translateValue(english, labels, `${word}`).replaceAll('_', ' '));
  };
  const shown = async (element: ReactElement, loaderData?: unknown) => {
    const route = { id: 'page', path: '/', element, loader: () => loaderData };
    const router = createMemoryRouter([route], { hydrationData: { loaderData: { page: loaderData } } });
    // Parts of the page that load later are in the server's HTML too.
    const stream = await renderToReadableStream(<RouterProvider router={router} />);
    await stream.allReady;
    const html = await new Response(stream).text();
    return html
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')
      .replaceAll('_', ' ');
  };
  const player = () => {
    const { platform, role, region, timezone, ...form } = filled();
    const instant = '2026-03-03T12:00:00.000Z';
    const own = {
      id: '7',
      verified: false,
      avatar_path: null,
      twitch_url: null,
      created_at: instant,
      updated_at: instant,
    };
    return { ...form, ...own, platform: platform!, role: role!, region: region!, timezone: timezone! };
  };

  test('appears on the profile', async () => {
    const text = await shown(<ProfilePage />, player());
    for (const name of PUBLIC_FIELDS)
      for (const word of words(name, filled())) expect([name, text]).toEqual([name, expect.stringContaining(word)]);
  });

  test('appears on the card if the table says so', async () => {
    const text = await shown(<PlayerCard player={player()} />);
    const onCard = CARD_FIELDS.filter((name) => getFieldFacts(name).shown.card === 'shown');
    for (const name of onCard)
      for (const word of words(name, filled())) expect([name, text]).toEqual([name, expect.stringContaining(word)]);
  });
});

describe('every step of onboarding', () => {
  const profile = (): OwnProfile => ({
    ...filled(),
    id: '7a1c9a52-2c53-4c55-9a3e-0d5a5d6c7b10',
    twitch_login: null,
    looking: { squad: 'until_found', pair: 'until_found' },
    avatar_path: null,
    published: false,
    verified: false,
    created_at: '2026-03-03T12:00:00.000Z',
    updated_at: '2026-03-03T12:00:00.000Z',
  });
  const page = (startAt: number) => {
    const element = <OnboardingForm profile={profile()} requestedStep={startAt} onPublished={() => {}} />;
    return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  };

  test.each(ONBOARDING_STEPS.map((step, index) => [english(step.title), index] as const))(
    'asks for its fields on %s',
    (_, index) => {
      const { key, title, lead } = ONBOARDING_STEPS[index]!;
      const html = page(index).replaceAll('&#x27;', "'");
      expect(html).toMatch(new RegExp(`<h2[^>]*>${english(title)}</h2><p[^>]*>${english(lead)}</p>`));
      const fields = listFieldsOfStep(key);
      expect(fields.length).toBeGreaterThan(0);
      const isSwitch = (name: FieldName) => getFieldKind(name) === 'switch';
      // Step 2 asks for the gamertag of the chosen platform and shows others that are filled in.
      for (const name of fields.filter((one) => !isSwitch(one))) expect(html).toContain(` id="${name}"`);
      expect(html.match(/role="switch"/g)?.length ?? 0).toBe(fields.filter(isSwitch).length);
    },
  );

  test('appears in the stepper in order', () => {
    const names = [...page(0).matchAll(/class="step-name">(?:<span[^>]*>)?([^<]*)/g)].map(([, name]) => name);
    expect(names).toEqual(ONBOARDING_STEPS.map(({ title }) => english(title)));
  });
});
