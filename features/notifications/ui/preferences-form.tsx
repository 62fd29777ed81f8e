import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Tag } from '../../../messages/message.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { attempt } from '../../../web/use-action.ts';
import { CHANNEL_FACTS, type Channel } from '../channels.schema.ts';
import { KIND_GROUP_NAMES } from '../kind-groups.schema.ts';
import * as messages from '../notifications.messages.ts';
import type { Kind, Preferences } from '../notifications.schema.ts';
import { listChannelsSetUp, listKindsOfGroup } from '../preference-groups.rules.ts';
import { KindGroupRow } from './kind-group-row.tsx';

const DEFAULT_QUIET = { start: '23:00', end: '08:00' };

/** Links to the profile section with the phone number and the consent to be contacted. */
const linkToContact: Tag = (children) => <Link to={`${paths.editProfile}#section-contact`}>{children}</Link>;

type PreferencesFormProps = {
  loaded: Preferences;
  /** Number of devices with push; undefined until it's known. */
  devices: number | undefined;
  /** Channels whose own card already says that messages don't reach the viewer. */
  shownElsewhere: readonly Channel[];
};

/** Shows which groups of kinds use which channel, and quiet hours. Every toggle saves immediately. */
export function PreferencesForm({ loaded, devices, shownElsewhere: elsewhereChannels }: PreferencesFormProps) {
  const t = useTranslator();
  const [preferences, setPreferences] = useState(loaded);
  const saved = useRef(loaded);
  const lastSave = useRef<Promise<unknown>>(Promise.resolve());

  /** Shows a change at once and saves it after earlier changes, so that their responses don't undo it. */
  function save(optimistic: Preferences, works: readonly (() => Promise<Preferences>)[]): Promise<unknown> {
    setPreferences(optimistic);
    const saveAll = async () => {
      for (const work of works) saved.current = await work();
      return saved.current;
    };
    const ownSave = lastSave.current.then(async () => {
      await attempt(saveAll, undefined, t(messages.notSaved));
      if (lastSave.current === ownSave) setPreferences(saved.current);
    });
    lastSave.current = ownSave;
    return ownSave;
  }
  const api = () => browserApi().api.notifications;
  const choose = (kinds: readonly string[], channel: Channel, isEnabled: boolean) => {
    const changedKinds = preferences.kinds.filter(
      ({ kind, channels }) => kinds.includes(kind) && channels[channel] !== isEnabled,
    );
    const rows = preferences.kinds.map((row) =>
      changedKinds.includes(row) ? { ...row, channels: { ...row.channels, [channel]: isEnabled } } : row,
    );
    const works = changedKinds.map(
      ({ kind }) =>
        () =>
          unwrap(api().preferences.$put({ json: { kind: kind as Kind, channel, enabled: isEnabled } })),
    );
    return save({ ...preferences, kinds: rows }, works);
  };
  const reopen = (channel: Channel) => {
    const closedChannels = preferences.closed.filter((one) => one.channel !== channel);
    return save({ ...preferences, closed: closedChannels }, [
      () => unwrap(api().channels[':channel'].reopen.$post({ param: { channel } })),
    ]);
  };
  const saveSettings = (change: { quiet?: Preferences['quiet']; urgentInQuiet?: boolean }) =>
    save({ ...preferences, ...change }, [() => unwrap(api().settings.$put({ json: change }))]);

  const channels = listChannelsSetUp(preferences, devices);
  const closedChannels = preferences.closed.filter(({ channel }) => !elsewhereChannels.includes(channel));
  return (
    <div className="stack-lg">
      {!preferences.consent && (
        <Notice tone="gold" title={t(messages.noConsent)}>
          <RichMessage message={messages.noConsentForChannels} values={{ link: linkToContact }} />
        </Notice>
      )}
      {closedChannels.map(({ channel, sentence }) => (
        <Notice
          key={channel}
          tone="gold"
          title={t(messages.channelNotReaching, { channel: t(CHANNEL_FACTS[channel].label) })}
          action={
            <Button variant="secondary" size="sm" onClick={() => reopen(channel)}>
              {t(messages.retryChannel)}
            </Button>
          }
        >
          {sentence}
        </Notice>
      ))}
      <section aria-labelledby="what-we-send" className="stack">
        <h2 id="what-we-send" className="font-sans text-base font-semibold">
          {t(messages.whatWeSend)}
        </h2>
        {channels.length === 0 && <p className="text-muted">{t(messages.noChannelYet)}</p>}
        <ul className="stack">
          {KIND_GROUP_NAMES.map((group) => (
            <KindGroupRow
              key={group}
              group={group}
              rows={listKindsOfGroup(preferences.kinds, group)}
              channels={channels}
              onChange={choose}
            />
          ))}
        </ul>
      </section>
      <div className="stack">
        <Switch
          label={t(messages.quietHours)}
          hint={t(messages.quietHoursHint)}
          checked={preferences.quiet !== null}
          onChange={(on) => void saveSettings({ quiet: on ? DEFAULT_QUIET : null })}
        />
        {preferences.quiet && (
          <div className="flex flex-wrap gap-4">
            <QuietTime
              label={t(messages.quietFrom)}
              value={preferences.quiet.start}
              onChange={(start) => void saveSettings({ quiet: { ...preferences.quiet!, start } })}
            />
            <QuietTime
              label={t(messages.quietUntil)}
              value={preferences.quiet.end}
              onChange={(end) => void saveSettings({ quiet: { ...preferences.quiet!, end } })}
            />
          </div>
        )}
        <Switch
          label={t(messages.wakeMe)}
          hint={t(messages.wakeMeHint)}
          checked={preferences.urgentInQuiet}
          onChange={(urgentInQuiet) => void saveSettings({ urgentInQuiet })}
        />
      </div>
    </div>
  );
}

type QuietTimeProps = { label: string; value: string; onChange: (value: string) => void };

/** Time input that saves on blur, so a half-typed time isn't saved. */
function QuietTime({ label, value, onChange }: QuietTimeProps) {
  return (
    <label className="grid gap-1">
      <span className="text-sm text-muted">{label}</span>
      <input
        type="time"
        className="input w-36"
        defaultValue={value}
        onBlur={(event) => event.target.value && event.target.value !== value && onChange(event.target.value)}
      />
    </label>
  );
}
