import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import { CHANNEL_FACTS, type Channel } from '../channels.schema.ts';
import { KIND_GROUPS, type KindGroup } from '../kind-groups.schema.ts';
import * as messages from '../notifications.messages.ts';
import type { Preferences } from '../notifications.schema.ts';
import { getGroupState, listKindsOfSwitch } from '../preference-groups.rules.ts';

type Props = {
  group: KindGroup;
  rows: Preferences['kinds'];
  channels: readonly Channel[];
  onChange: (kinds: readonly string[], channel: Channel, isEnabled: boolean) => void;
};

/** Two columns on phones, unless there's only one channel. */
const getSwitchesClass = ({ length }: readonly Channel[]) =>
  `grid gap-x-6 gap-y-2 ${length > 1 ? 'grid-cols-2' : ''} sm:flex sm:flex-wrap`;

/** A group of kinds with a switch per channel. "More" opens the switches of its kinds. */
export function KindGroupRow({ group, rows, channels, onChange }: Props) {
  const t = useTranslator();
  const { label, hint } = KIND_GROUPS[group];
  if (channels.length === 0 || rows.length === 0) return null;
  const getKinds = (channel: Channel) => listKindsOfSwitch(rows, channel).map(({ kind }) => kind);
  return (
    <li className="grid gap-2 border-line border-t pt-4">
      <fieldset className="grid gap-2 lg:grid-cols-[1fr_auto] lg:items-center">
        <legend className="sr-only">{t(label)}</legend>
        <div>
          <p aria-hidden="true" className="font-semibold">
            {t(label)}
          </p>
          <p className="text-sm text-muted">{t(hint)}</p>
        </div>
        <div className={getSwitchesClass(channels)}>
          {channels.map((channel) => {
            const state = getGroupState(rows, channel);
            return (
              <Switch
                key={channel}
                label={t(CHANNEL_FACTS[channel].label)}
                hint={state === 'some' ? t(messages.someOn) : undefined}
                checked={state === 'on'}
                onChange={(on) => onChange(getKinds(channel), channel, on)}
              />
            );
          })}
        </div>
      </fieldset>
      <Disclosure
        className="fold-quiet"
        summary={
          <span>
            <RichMessage
              message={messages.moreOfGroup}
              values={{ group: t(label), hidden: (text) => <VisuallyHidden>{text}</VisuallyHidden> }}
            />
          </span>
        }
      >
        <ul className="stack">
          {rows.map((row) => (
            <li key={row.kind}>
              <fieldset className="grid gap-2">
                <legend className="sr-only">{row.label}</legend>
                <div>
                  <p aria-hidden="true" className="font-medium">
                    {row.label}
                  </p>
                  {row.wakes && <p className="text-sm text-muted">{t(messages.queueAndQuietHours)}</p>}
                </div>
                <div className={getSwitchesClass(channels)}>
                  {channels.map((channel) => (
                    <Switch
                      key={channel}
                      label={t(CHANNEL_FACTS[channel].label)}
                      checked={row.channels[channel]}
                      onChange={(on) => onChange([row.kind], channel, on)}
                    />
                  ))}
                </div>
              </fieldset>
            </li>
          ))}
        </ul>
      </Disclosure>
    </li>
  );
}
