import type { AdminAction } from '../../features/admin/admin.schema.ts';
import { runOperatorAction } from '../../features/admin/admin-actions.commands.ts';
import { FEATURE_NAMES } from '../../features/admin/operating-texts.wording.ts';
import { readOperatingReport } from '../../features/health/operating/operating.commands.ts';
import { type OperatingMode, SWITCHABLE_FEATURES } from '../../features/health/operating/operating.schema.ts';
import type { AdminCommand, CommandInput } from './admin-command.ts';
import { formatTable } from './plain-table.ts';

type Change = Extract<AdminAction, { action: 'set_mode' | 'switch_feature' }>;

const isOn = (word: string | undefined) => (word === 'on' ? true : word === 'off' ? false : undefined);

/** Creates the command that turns a mode on or off. */
const createModeCommand = (mode: OperatingMode, about: string, question: string): AdminCommand => ({
  takes: 'on|off',
  about,
  run: async (deps, { args: [word], confirm }) => {
    const on = isOn(word);
    if (on === undefined) return undefined;
    if (on) await confirm(question);
    const action: Change = { action: 'set_mode', mode: on ? mode : 'open' };
    const { message } = await runOperatorAction(deps, action);
    return { text: `${message}.`, data: await readOperatingReport(deps) };
  },
});

async function flipSwitch(
  deps: Parameters<AdminCommand['run']>[0],
  [name, word]: string[],
  confirm: CommandInput['confirm'],
) {
  const feature = SWITCHABLE_FEATURES.find((one) => one === name);
  const on = isOn(word);
  if (!feature || on === undefined) return undefined;
  if (!on) await confirm(`Switch off ${FEATURE_NAMES[feature].toLowerCase()}?`);
  const { message } = await runOperatorAction(deps, { action: 'switch_feature', feature, off: !on });
  return { text: `${message}.`, data: await readOperatingReport(deps) };
}

export const modeCommands: Record<string, AdminCommand> = {
  maintenance: createModeCommand(
    'maintenance',
    'shows everyone but admins the maintenance page',
    'Show everyone but admins the maintenance page?',
  ),
  'read-only': createModeCommand('read-only', 'refuses changes; reading goes on', 'Refuse all changes?'),
  switches: {
    takes: `[${SWITCHABLE_FEATURES.join('|')} on|off]`,
    about: 'shows the mode and all switches, or turns a feature on or off',
    run: async (deps, { args, confirm }) => {
      if (args.length > 0) return flipSwitch(deps, args, confirm);
      const report = await readOperatingReport(deps);
      const rows = report.switches.map(({ feature, off }) => [feature, off ? 'off' : 'on', FEATURE_NAMES[feature]]);
      const since = report.since ? ` since ${report.since.slice(0, 16).replace('T', ' ')}` : '';
      return {
        text: `mode: ${report.mode}${since}\n\n${formatTable(['switch', 'state', 'feature'], rows)}`,
        data: report,
      };
    },
  },
};
