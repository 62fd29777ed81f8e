import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../messages/locales.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS } from '../../time/units.ts';
import { type CreatedUser, makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { createPaidOrder, readHistory, readMessages } from '../payments/test-orders.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { chooseLanguage } from '../profiles/test-languages.ts';
import { makeTeamRequest } from './team-assembly.factory.ts';
import { invitePlayer } from './team-candidates.commands.ts';
import { requestTeam } from './team-requests.commands.ts';

const NOW = new Date('2026-03-02T12:00:00Z');

let context: TestContext;
let buyer: CreatedUser;
beforeAll(async () => {
  context = await openTestContext({ LANGUAGES: LOCALES.join(',') });
  context.setNow(NOW);
  buyer = await makeUser(context.deps);
  await chooseLanguage(context.deps, buyer, 'fr');
});
afterAll(() => context.close());

describe('team assembly in several languages', () => {
  it('writes to each player and buyer in their language', async () => {
    const { deps } = context;
    const admin = await makeAdmin(deps);
    const player = await makePlayer(deps, { role: 'C' });
    await chooseLanguage(deps, player, 'fr');
    const order = await createPaidOrder(deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
    const { id } = await requestTeam(deps, buyer, makeTeamRequest());
    await invitePlayer(deps, admin, id, { seat: 1, playerId: player.userId });
    expect((await readMessages(deps, player.userId)).at(-1)).toMatchObject({
      title: 'Une équipe a besoin de toi',
      lines: [
        expect.stringContaining('au poste C'),
        expect.stringMatching(/^Réponds vite\s: l’équipe doit être complète sous 48 heures\.$/),
      ],
    });
    expect((await readMessages(deps, admin.userId)).map(({ title }) => title)).toEqual(['New team to assemble']);
    context.setNow(new Date(NOW.getTime() + 3 * DAY_MS));
    await processOrderDeadlines(deps);
    expect((await readMessages(deps, buyer.userId)).at(-1)).toMatchObject({
      title: 'Ton remboursement est en route',
      lines: [expect.stringContaining('48 heures'), expect.stringContaining('On te rembourse 199\u00a0$')],
    });
    // The history is stored for several readers.
    expect((await readHistory(deps, order.id)).join(' ')).toMatch(/within 48 hours/);
  });

  it("answers in the request's language", async () => {
    context.setNow(NOW);
    const ask = async (language: string) => {
      const headers = { Authorization: `Bearer ${buyer.accessToken}`, 'Accept-Language': language };
      const response = await context.app.request(`/api/team-builds/${crypto.randomUUID()}`, { headers });
      return ((await response.json()) as { error: { message: string } }).error.message;
    };
    expect([await ask('en'), await ask('fr')]).toEqual(['Request not found.', 'Demande introuvable.']);
  });
});
