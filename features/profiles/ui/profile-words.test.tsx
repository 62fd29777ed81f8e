import { describe, expect, test, vi } from 'vitest';
import { getTranslator } from '../../../messages/translators.ts';
import { TranslatorProvider } from '../../../messages/use-translator.tsx';
import { renderHtml, renderText } from '../../../web/test-page.ts';
import ProfilePage from '../pages/profile.tsx';
import { ProfileForm } from '../profile-form.schema.ts';
import type { PublicProfile } from '../profiles.schema.ts';
import { ProfileNotFound } from './profile-not-found.tsx';

vi.mock('../../../web/auth-session.ts', () => ({
  getAccessToken: async () => null,
  useAuth: () => ({ user: null, isLoading: false }),
}));

const profile: PublicProfile = {
  ...ProfileForm.parse({
    display_name: 'Nova',
    competitive_level: 'elite',
    overall_rating: 91,
    win_percentage: 64,
    height_in: 75,
    weight_lb: 205,
    hand: 'Right',
    archetype_primary: 'Playmaker',
    archetype_secondary: 'Lockdown',
    modes: ['Rec', 'Pro-Am 5v5'],
    playstyle: ['Pass first'],
    languages: ['English'],
    bio: 'I run the floor.',
    discord: 'nova_7',
    twitter: 'novaballs',
    psn: 'nova-psn',
    xbox: 'nova xbox',
  }),
  id: '7a1c9a52-2c53-4c55-9a3e-0d5a5d6c7b10',
  verified: true,
  role: 'PG',
  platform: 'PS5',
  region: 'EU',
  timezone: 'Europe/Paris',
  avatar_path: null,
  twitch_url: 'https://www.twitch.tv/nova',
  created_at: '2026-03-03T12:00:00.000Z',
  updated_at: '2026-03-03T12:00:00.000Z',
};
const path = `/protocol/profile/${profile.id}`;
const createPage = (more: Partial<PublicProfile> = {}) => ({ loaderData: { ...profile, ...more }, path });

describe('the public profile', () => {
  test('shows everything in the specification, with its wording', () => {
    const text = renderText(<ProfilePage />, createPage());
    expect(text).toMatch(/^Protocol .*Find .*Nova/);
    for (const word of [
      'Nova Verified',
      'PG PS5 Elite',
      'Overall 91',
      'Win % 64%',
      `Height 6'3"`,
      'Weight 205 lbs',
      'Hand Right',
      'Archetypes Playmaker / Lockdown',
      'Modes Rec Pro-Am 5v5',
      'Playstyle Pass first',
      'Region EU',
      'Timezone Europe/Paris',
      'Mic Yes',
      'About I run the floor.',
      'Back to the directory',
    ])
      expect(text).toContain(word);
    expect(renderText(<ProfilePage />, createPage({ verified: false, mic: false }))).toMatch(/^(?!.*Verified).*Mic No/);
  });

  test('shows heights and weights in metric units in other languages', () => {
    const french = (
      <TranslatorProvider value={getTranslator('fr')}>
        <ProfilePage />
      </TranslatorProvider>
    );
    const text = renderText(french, createPage());
    expect(text).toContain('Taille 1,91 m');
    expect(text).toContain('Poids 93 kg');
  });

  test('links handles and shows console names as plain text', () => {
    const html = renderHtml(<ProfilePage />, createPage());
    expect(html).toContain('href="https://www.twitch.tv/nova"');
    expect(html).toMatch(/href="https:\/\/(discord\.com|discord\.gg)[^"]*nova_7"/);
    expect(html).toMatch(/href="https:\/\/(x|twitter)\.com\/novaballs"/);
    for (const name of ['nova-psn', 'nova xbox']) {
      expect(html).toContain(name);
      expect(html).not.toMatch(new RegExp(`href="[^"]*${name}`));
    }
  });

  test('shows Profile Not Found with a link back to the directory when it is missing', () => {
    const html = renderHtml(<ProfileNotFound />, { path });
    expect(html).toMatch(/<h1[^>]*>(<[^>]*>)*Profile Not Found/);
    expect(html).toContain('href="/protocol/find"');
  });
});
