import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mention } from '../../messages/mentions.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { eraseDueAccounts, requestDeletion } from '../accounts/account-deletion.commands.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { listEverythingAbout } from '../accounts/own-data/test-own-data.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { keepUsedMentions, replaceMentions, replaceSearchedName } from './mentions.rules.ts';
import { enqueueNotification, readInbox } from './notifications.commands.ts';
import { KINDS, type Kind } from './notifications.schema.ts';

const DAYS_15 = 15 * 86_400_000;
const TEXTS = { title: '', lines: [], actions: [], attachments: [] };

describe('replacing mentions', () => {
  it('replaces whole words, the longest first', () => {
    const texts = { ...TEXTS, title: 'Al left Also', lines: ['PG Al: PSN al_1', 'Al, Kira'] };
    expect(replaceMentions(texts, ['Al', 'PG Al: PSN al_1'], 'Former player')).toMatchObject({
      title: 'Former player left Also',
      lines: ['Former player', 'Former player, Kira'],
    });
  });

  it('matches special characters literally, and drops attachments', () => {
    const file = { name: 'a.ics', type: 'text/calendar', content: '$&' };
    const texts = { ...TEXTS, title: '[$&] (x) joined', attachments: [file] };
    expect(replaceMentions(texts, ['[$&] (x)'], '$1')).toMatchObject({ title: '$1 joined', attachments: [] });
  });

  it('removes a name between other characters in text without spaces', () => {
    expect(replaceMentions({ ...TEXTS, title: '月光が参加' }, ['月光'], 'X').title).toBe('Xが参加');
  });

  it('finds a name in older messages only as whole words', () => {
    expect(replaceSearchedName({ ...TEXTS, title: 'Samples' }, 'Sam', 'X').title).toBe('Samples');
    expect(replaceSearchedName({ ...TEXTS, title: 'Sam left' }, 'Sam', 'X').title).toBe('X left');
  });

  it("keeps only mentions that appear in the text, except the recipient's own", () => {
    const mentions = { me: ['Nova'], other: ['Kira', 'Kira: PSN k'], nobody: ['Zed'] };
    const texts = { title: 'Nova and Kira', lines: [], labels: [], files: [] };
    expect(keepUsedMentions(mentions, 'me', texts)).toEqual({ other: ['Kira'] });
  });
});

describe('erasing an account', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());

  async function erase(person: { userId: string; email: string }) {
    const start = context.deps.now();
    await requestDeletion(context.deps, toActor(person));
    context.setNow(new Date(start.getTime() + DAYS_15));
    await eraseDueAccounts(context.deps);
    context.setNow(start);
  }

  it.each(Object.keys(KINDS) as Kind[])('leaves no name in messages of the kind %s', async (kind) => {
    const { deps } = context;
    context.setNow(new Date());
    const name = `Comet ${kind}`;
    const gone = await makePlayer(deps, { display_name: name });
    const reader = await makePlayer(deps);
    await deps.db.transaction((tx) =>
      enqueueNotification(tx, deps, {
        userId: reader.userId,
        write: () => ({
          kind,
          title: `${mention(gone.userId, name)} left`,
          lines: ['Nobody else', mention(gone.userId, `${name}: PSN comet_1`)],
          dedupeKey: `mention:${kind}`,
        }),
      }),
    );
    expect(await readInbox(deps, toActor(reader), {})).toContain(name);
    await erase(gone);
    const inbox = await readInbox(deps, toActor(reader), {});
    expect(inbox).toContain('Former player left');
    expect(inbox).toContain('Nobody else');
    for (const text of [inbox, JSON.stringify(await listEverythingAbout(deps.db, reader.userId))]) {
      expect(text).not.toContain(name);
      expect(text).not.toContain('comet_1');
      expect(text).not.toContain(gone.userId);
    }
  });

  it('finds the name in messages from before mentions were stored', async () => {
    const { deps } = context;
    const gone = await makePlayer(deps, { display_name: 'Old Orbit' });
    const reader = await makePlayer(deps);
    await deps.db.transaction((tx) =>
      enqueueNotification(tx, deps, {
        userId: reader.userId,
        write: () => ({ kind: 'party', title: 'Old Orbit joined', lines: [], dedupeKey: 'old' }),
      }),
    );
    await deps.db.execute(sql`update notification_outbox set mentions = null where user_id = ${reader.userId}`);
    await erase(gone);
    expect(await readInbox(deps, toActor(reader), {})).toContain('Former player joined');
  });
});
