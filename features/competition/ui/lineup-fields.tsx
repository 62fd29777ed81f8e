import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import * as messages from '../competition.messages.ts';
import type { BoxScore, Game, Lineup } from '../games/games.schema.ts';
import { STAT_LABELS, STATS } from './game-labels.ts';

const MOST_PLAYERS = 5;

type Choice = Game['eligible'][number];
type Box = Partial<Record<keyof BoxScore, string>>;

type LineupDraft = ReturnType<typeof useLineup>;

/**
 * The typed lineup of the caller's side.
 * @param known the lineup to start with; without one, it's everyone who said that they'd play, and the caller
 */
export function useLineup(eligible: readonly Choice[], known?: Lineup) {
  const [ids, setIds] = useState(() => known?.players.map(({ user_id }) => user_id) ?? listExpected(eligible));
  const [guests, setGuests] = useState(`${known?.guests ?? 0}`);
  const [boxes, setBoxes] = useState<Record<string, Box>>(() =>
    Object.fromEntries(known?.players.map(({ user_id, box }) => [user_id, toBox(box)]) ?? []),
  );
  const setStat = (id: string, stat: keyof BoxScore, value: string) =>
    setBoxes((all) => ({ ...all, [id]: { ...all[id], [stat]: value } }));
  const complete = (): Lineup => ({
    guests: Number(guests),
    players: ids.map((user_id) => ({ user_id, box: readBox(boxes[user_id] ?? {}) })),
  });
  return { eligible, ids, setIds, guests, setGuests, boxes, setStat, complete };
}

const listExpected = (eligible: readonly Choice[]): string[] =>
  eligible
    .filter(({ played, is_you }) => played || is_you)
    .slice(0, MOST_PLAYERS)
    .map(({ id }) => id);

const toBox = (box: BoxScore | null): Box =>
  Object.fromEntries(STATS.flatMap((stat) => (box?.[stat] == null ? [] : [[stat, `${box[stat]}`]])));

/** Returns null unless something was typed. What isn't a number is sent as one that the server explains. */
function readBox(box: Box): BoxScore | null {
  const typed = STATS.filter((stat) => box[stat]?.trim());
  if (typed.length === 0) return null;
  const numbers = STATS.map((stat) => [stat, box[stat]?.trim() ? readNumber(box[stat]) : null]);
  return Object.fromEntries(numbers) as BoxScore;
}

/** JSON has no NaN, so text becomes a number that no rule accepts. */
export function readNumber(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : -1;
}

type FieldsProps = {
  lineup: LineupDraft;
  /** Whether the game has a box score; a series hasn't. */
  withBox: boolean;
  error?: string | undefined;
};

export function LineupFields({ lineup, withBox, error }: FieldsProps) {
  const t = useTranslator();
  const [hasBox] = useState(() => Object.values(lineup.boxes).some((box) => Object.keys(box).length > 0));
  const chosen = lineup.eligible.filter(({ id }) => lineup.ids.includes(id));
  return (
    <>
      <Field label={t(messages.lineupField)} group required error={error ?? false}>
        <CheckChips
          value={lineup.ids}
          onChange={lineup.setIds}
          options={lineup.eligible.map(({ id, display_name, is_you }) => ({
            value: id,
            label: is_you ? t(messages.you) : display_name,
          }))}
        />
      </Field>
      <Field label={t(messages.guestsField)}>
        <Select
          options={Array.from({ length: MOST_PLAYERS }, (_, count) => ({ value: `${count}`, label: `${count}` }))}
          value={lineup.guests}
          onChange={(event) => lineup.setGuests(event.target.value)}
        />
      </Field>
      {withBox && chosen.length > 0 && (
        <Disclosure summary={t(messages.boxScore)} open={hasBox}>
          <div className="stack">
            <p className="text-muted text-sm">{t(messages.boxHint)}</p>
            {chosen.map((player) => (
              <fieldset key={player.id} className="grid gap-2">
                <legend className="mb-2 font-medium">{player.is_you ? t(messages.you) : player.display_name}</legend>
                <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
                  {STATS.map((stat) => (
                    <Field key={stat} label={t(STAT_LABELS[stat])}>
                      <TextInput
                        inputMode="numeric"
                        autoComplete="off"
                        value={lineup.boxes[player.id]?.[stat] ?? ''}
                        onChange={(event) => lineup.setStat(player.id, stat, event.target.value)}
                      />
                    </Field>
                  ))}
                </div>
              </fieldset>
            ))}
          </div>
        </Disclosure>
      )}
    </>
  );
}
