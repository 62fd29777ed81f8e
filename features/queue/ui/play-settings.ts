import { useSyncExternalStore } from 'react';

/** Settings for how the queue alerts the user on this device. */
export type PlaySettings = {
  sound: boolean;
  ticks: boolean;
  /** Volume of the alert sound and the ticks, from 0 to 1. */
  volume: number;
  title: boolean;
  enter: boolean;
  vibrate: boolean;
  /** Not an alert setting: the user's last choice about squads without a common language. */
  anyLanguage: boolean;
};

const KEY = 'planet-crew-play';
export const PLAY_DEFAULTS: PlaySettings = {
  ...{ sound: true, ticks: true, volume: 0.7, title: true, enter: true, vibrate: true },
  anyLanguage: false,
};

/** Parses stored settings and drops invalid values. */
export function parsePlaySettings(text: string | null): PlaySettings {
  let storedSettings: Record<string, unknown> = {};
  try {
    storedSettings = (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    // Invalid JSON, for example from an older version: use the defaults.
  }
  const settings = { ...PLAY_DEFAULTS };
  for (const key of Object.keys(PLAY_DEFAULTS) as (keyof PlaySettings)[]) {
    if (typeof storedSettings[key] === typeof PLAY_DEFAULTS[key])
      Object.assign(settings, { [key]: storedSettings[key] });
  }
  return { ...settings, volume: Math.min(1, Math.max(0, settings.volume)) };
}

let settings: PlaySettings | undefined;
const listeners = new Set<() => void>();

function setState(next: PlaySettings): void {
  settings = next;
  for (const listener of listeners) listener();
}

export function readPlaySettings(): PlaySettings {
  if (settings) return settings;
  try {
    settings = parsePlaySettings(localStorage.getItem(KEY));
  } catch {
    settings = PLAY_DEFAULTS;
  }
  return settings;
}

export function changePlaySettings(change: Partial<PlaySettings>): void {
  const next = { ...readPlaySettings(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage, the settings apply until the page is closed.
  }
  setState(next);
}

function subscribe(listener: () => void): () => void {
  // Apply settings that were changed in another tab.
  const handleStorage = ({ key, newValue }: StorageEvent) => key === KEY && setState(parsePlaySettings(newValue));
  listeners.add(listener);
  window.addEventListener('storage', handleStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', handleStorage);
  };
}

export const usePlaySettings = () => useSyncExternalStore(subscribe, readPlaySettings, () => PLAY_DEFAULTS);
