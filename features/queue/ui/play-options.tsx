import { useId } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { changePlaySettings, type PlaySettings, usePlaySettings } from './play-settings.ts';
import { playFoundSound, unlockSound } from './play-sound.ts';

type Props = {
  /** A waiting player has already chosen who to play with. */
  waiting: boolean;
  party: { alone: boolean; onAlone: (alone: boolean) => void } | undefined;
  onClose: () => void;
};

/** Settings for who to play with and how to be alerted when a match is found. Changes take effect immediately. */
export function PlayOptions({ waiting, party, onClose }: Props) {
  const settings = usePlaySettings();
  const flip = (key: keyof PlaySettings) => ({
    checked: settings[key] === true,
    onChange: (on: boolean) => changePlaySettings({ [key]: on }),
  });
  return (
    <Dialog open onClose={onClose} title="Options and sound" size="sm">
      <div className="play-settings">
        {!waiting && (
          <Switch {...flip('anyLanguage')} label="Any language" hint="Include squads with no shared language" />
        )}
        {!waiting && party && (
          <Switch label="Bring my party" checked={!party.alone} onChange={(along) => party.onAlone(!along)} />
        )}
        <Switch {...flip('sound')} label="Sound" hint="Two tones when a match is found" />
        <Switch {...flip('ticks')} label="Ticks" hint="In the last ten seconds, if you haven’t answered" />
        <Volume />
        <Switch {...flip('title')} label="Title" hint="The tab title shows when a match is found" />
        <Switch {...flip('enter')} label="Press Enter to ready up" hint="While the ready check is open" />
        {'vibrate' in globalThis.navigator && <Switch {...flip('vibrate')} label="Vibration" hint="On phones" />}
      </div>
    </Dialog>
  );
}

function Volume() {
  const id = useId();
  const { volume } = usePlaySettings();
  return (
    <div className="play-volume">
      <label htmlFor={id} className="font-semibold">
        Volume
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={Math.round(volume * 100)}
        aria-valuetext={`${Math.round(volume * 100)} percent`}
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
        Try it
      </Button>
    </div>
  );
}
