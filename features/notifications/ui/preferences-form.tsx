import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatList } from '../../../messages/lists.ts';
import type { Tag } from '../../../messages/message.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { attempt } from '../../../web/use-action.ts';
import { CHANNEL_FACTS, CHANNELS_BY_POSITION, type Channel } from '../channels.schema.ts';
import * as messages from '../notifications.messages.ts';
import type { Kind, Preferences } from '../notifications.schema.ts';

const DEFAULT_QUIET = { start: '23:00', end: '08:00' };

/** Classes for one column per channel, all equally wide so that the rows line up. */
const COLUMNS = 'lg:grid lg:shrink-0 lg:grid-flow-col lg:auto-cols-[5.5rem] lg:gap-0';

/** Links to the profile section with the phone number and the consent to be contacted. */
const linkToContact: Tag = (children) => <Link to={`${paths.editProfile}#section-contact`}>{children}</Link>;

type PreferencesFormProps = {
  loaded: Preferences;
  /** Number of devices with push; undefined until it's known. */
  devices: number | undefined;
  /** Channels whose own card already says that messages don't reach the viewer. */
  shownElsewhere: readonly Channel[];
};

/** Shows which kinds use which channel, and quiet hours. Every toggle saves immediately. */
export function PreferencesForm({ loaded, devices, shownElsewhere: elsewhereChannels }: PreferencesFormProps) {
  const t = useTranslator();
  const [preferences, setPreferences] = useState(loaded);

  async function save(optimistic: Preferences, work: () => Promise<Preferences>) {
    const before = preferences;
    setPreferences(optimistic);
    setPreferences((await attempt(work, undefined, t(messages.notSaved))) ?? before);
  }
  const api = () => browserApi().api.notifications;
  const choose = (kind: Kind, channel: Channel, isEnabled: boolean) => {
    const kinds = preferences.kinds.map((row) =>
      row.kind === kind ? { ...row, channels: { ...row.channels, [channel]: isEnabled } } : row,
    );
    return save({ ...preferences, kinds }, () =>
      unwrap(api().preferences.$put({ json: { kind, channel, enabled: isEnabled } })),
    );
  };
  const reopen = (channel: Channel) => {
    const closedChannels = preferences.closed.filter((one) => one.channel !== channel);
    return save({ ...preferences, closed: closedChannels }, () =>
      unwrap(api().channels[':channel'].reopen.$post({ param: { channel } })),
    );
  };
  const saveSettings = (change: { quiet?: Preferences['quiet']; urgentInQuiet?: boolean }) =>
    save({ ...preferences, ...change }, () => unwrap(api().settings.$put({ json: change })));

  const nowhere = preferences.nowhere.filter((channel) => !CHANNEL_FACTS[channel].byDevice || !devices);
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
      {preferences.consent && nowhere.length > 0 && <NoChannelNotice channels={nowhere} />}
      <div>
        <ColumnHeads />
        <ul className="stack">
          {preferences.kinds
            .filter((row) => row.kind !== 'security' && row.kind !== 'test')
            .map((row) => (
              <li
                key={row.kind}
                className="stack border-line border-b pb-4 lg:flex-row lg:items-center lg:justify-between lg:gap-6"
              >
                <div className="grid gap-2">
                  <p className="font-medium">{row.label}</p>
                  {row.wakes && <p className="text-sm text-mist">{t(messages.queueAndQuietHours)}</p>}
                </div>
                <fieldset className={`grid gap-2 sm:flex sm:flex-wrap sm:gap-x-6 ${COLUMNS}`}>
                  <legend className="sr-only">{row.label}</legend>
                  {CHANNELS_BY_POSITION.map((channel) => (
                    <Switch
                      key={channel}
                      label={t(CHANNEL_FACTS[channel].label)}
                      className="lg:relative lg:justify-center lg:[&>div]:sr-only"
                      checked={row.channels[channel]}
                      onChange={(on) => void choose(row.kind as Kind, channel, on)}
                    />
                  ))}
                </fieldset>
              </li>
            ))}
        </ul>
      </div>
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

/**
 * In the column layout, the channel names appear once above the toggles. Each toggle still has its own name for screen
 * readers.
 */
function ColumnHeads() {
  const t = useTranslator();
  return (
    <div
      aria-hidden="true"
      className="sticky top-16 z-10 mb-4 hidden justify-between border-line border-b bg-surface py-2 font-semibold text-mist text-sm lg:flex"
    >
      <span>{t(messages.topic)}</span>
      <span className={COLUMNS}>
        {CHANNELS_BY_POSITION.map((channel) => (
          <span key={channel} className="text-center">
            {t(CHANNEL_FACTS[channel].label)}
          </span>
        ))}
      </span>
    </div>
  );
}

/** Explains how to get messages on a channel that's turned on but has no address or device yet. */
function NoChannelNotice({ channels }: { channels: readonly Channel[] }) {
  const t = useTranslator();
  const names = formatList(
    t,
    channels.map((channel) => t(CHANNEL_FACTS[channel].label)),
    'commas',
  );
  return (
    <p className="text-sm text-mist">
      <RichMessage message={messages.noChannels} values={{ channels: names, link: linkToContact }} />
    </p>
  );
}

type QuietTimeProps = { label: string; value: string; onChange: (value: string) => void };

/** Time input that saves on blur, so a half-typed time isn't saved. */
function QuietTime({ label, value, onChange }: QuietTimeProps) {
  return (
    <label className="grid gap-1">
      <span className="text-sm text-mist">{label}</span>
      <input
        type="time"
        className="input w-36"
        defaultValue={value}
        onBlur={(event) => event.target.value && event.target.value !== value && onChange(event.target.value)}
      />
    </label>
  );
}
