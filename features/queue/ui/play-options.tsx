import { useId } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import * as messages from '../queue.messages.ts';
import { changePlaySettings, type PlaySettings, usePlaySettings } from './play-settings.ts';
import { playFoundSound, unlockSound } from './play-sound.ts';

type Props = {
  /** Whether the player is already waiting and can't change who to play with anymore. */
  waiting: boolean;
  party: { alone: boolean; onAlone: (isAlone: boolean) => void } | undefined;
  onClose: () => void;
};

/** Settings for who to play with and how to be alerted when a match is found. Changes take effect immediately. */
export function PlayOptions({ waiting, party, onClose }: Props) {
  const t = useTranslator();
  const settings = usePlaySettings();
  const createSwitchProps = (key: keyof PlaySettings) => ({
    checked: settings[key] === true,
    onChange: (isOn: boolean) => changePlaySettings({ [key]: isOn }),
  });
  return (
    <Dialog open onClose={onClose} title={t(messages.optionsTitle)} size="sm">
      <div className="play-settings">
        {!waiting && (
          <Switch
            {...createSwitchProps('anyLanguage')}
            label={t(messages.anyLanguage)}
            hint={t(messages.anyLanguageHint)}
          />
        )}
        {!waiting && party && (
          <Switch label={t(messages.bringParty)} checked={!party.alone} onChange={(along) => party.onAlone(!along)} />
        )}
        <Switch {...createSwitchProps('sound')} label={t(messages.sound)} hint={t(messages.soundHint)} />
        <Switch {...createSwitchProps('ticks')} label={t(messages.ticks)} hint={t(messages.ticksHint)} />
        <Volume />
        <Switch {...createSwitchProps('title')} label={t(messages.tabTitle)} hint={t(messages.tabTitleHint)} />
        <Switch {...createSwitchProps('enter')} label={t(messages.enterKey)} hint={t(messages.enterKeyHint)} />
        {'vibrate' in globalThis.navigator && (
          <Switch {...createSwitchProps('vibrate')} label={t(messages.vibration)} hint={t(messages.vibrationHint)} />
        )}
      </div>
    </Dialog>
  );
}

function Volume() {
  const t = useTranslator();
  const id = useId();
  const { volume } = usePlaySettings();
  return (
    <div className="play-volume">
      <label htmlFor={id} className="font-semibold">
        {t(messages.volume)}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={Math.round(volume * 100)}
        aria-valuetext={t(messages.volumeValue, { percent: Math.round(volume * 100) })}
        onChange={(event) => changePlaySettings({ volume: Number(event.target.value) / 100 })}
      />
      <Button
        size="sm"
        variant="secondary"
        onClick={() => {
          unlockSound();
          // Freshly unlocked audio starts with a slight delay.
          setTimeout(() => playFoundSound(volume), 80);
        }}
      >
        <Icon name="sound" size={18} />
        {t(messages.tryVolume)}
      </Button>
    </div>
  );
}
