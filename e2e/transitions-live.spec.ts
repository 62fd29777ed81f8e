import { type Page, test } from '@playwright/test';
import { createLiveSquad } from './live-squad-fixtures.ts';
import { closeAllContexts } from './money-fixtures.ts';
import { openWithRecorder as open, pressButton, pressInDialog, runTransitionsAndClose } from './screen-reader.ts';
import { changePosition } from './server-api.ts';

// Checks the focus after each action in a live squad's room, and that each announcement is made exactly once.

test.afterEach(closeAllContexts);

const liveNow = (page: Page) => page.getByRole('region', { name: 'Live now' });

test('announces each step of playing in Live now', async ({ browser }) => {
  test.setTimeout(180_000);
  const { people, mark, room } = await createLiveSquad();
  await changePosition(people[4]!, { psn: null });
  const last = await open(browser, people[4]!, room);
  await runTransitionsAndClose(last, [
    {
      does: 'adding the gamertag that the squad needs',
      press: async (page) => {
        await liveNow(page).getByRole('textbox').fill('rim_center');
        await pressButton('Add', liveNow)(page);
      },
      focus: /^(?!nothing|main|body)/,
      announces: /^Your squad can invite you now$/,
    },
  ]);
  const host = await open(browser, people[0]!, room);
  await runTransitionsAndClose(host, [
    {
      does: 'setting a voice link',
      press: async (page) => {
        await pressButton('Set voice link', liveNow)(page);
        await page.getByLabel('Discord link').fill('discord.gg/rim-runners');
        await pressInDialog('Save link')(page);
      },
      focus: /^button: Set voice link$/,
      announces: /^Voice link saved$/,
    },
    {
      does: 'starting a game',
      press: pressButton('We’re playing', liveNow),
      focus: /^(?!nothing|main|body)/,
      announces: /^Game 1 has started$/,
    },
    {
      does: 'reporting a win',
      press: pressButton('We won', liveNow),
      focus: /^(?!nothing|main|body)/,
      announces: /^Result saved$/,
    },
    {
      does: 'reporting a missing player',
      press: async (page) => {
        await pressButton('Someone’s missing', liveNow)(page);
        await page
          .getByRole('dialog')
          .getByRole('radio', { name: `Live SG ${mark}` })
          .check();
        await pressInDialog('Find a sub')(page);
      },
      focus: /^button: Someone’s missing$/,
      announces: /^We’re looking for a sub$/,
    },
  ]);
  const witness = await open(browser, people[2]!, room);
  await runTransitionsAndClose(witness, [
    {
      does: 'confirming that a player is missing',
      press: pressButton(`Confirm that Live SG ${mark} is missing`, liveNow),
      focus: /^(?!nothing|main|body)/,
      announces: /^Report saved$/,
    },
  ]);
  const missing = await open(browser, people[1]!, room);
  await runTransitionsAndClose(missing, [
    {
      does: 'coming back to the lineup',
      press: pressButton('I’m here', liveNow),
      focus: /^(?!nothing|main|body)/,
      announces: /^You’re checked in/,
    },
  ]);
});
