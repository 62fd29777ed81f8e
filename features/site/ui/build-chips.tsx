import { useId, useRef, useState } from 'react';
import { getBuildChips } from '../../../content/umbrella/tools-content.ts';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import type { Wishes } from '../advice/advice.schema.ts';
import {
  CHIP_KINDS,
  CHIPS,
  type ChipId,
  getChipLabel,
  listAlternatives,
  NUMBER_LIMITS,
  NUMBER_NAMES,
  type NumberName,
} from '../advice/vocabulary.schema.ts';
import { formatContradiction, listContradictions, NUMBERS } from '../advice/wishes.rules.ts';
import * as messages from '../site.messages.ts';

type Props = { wishes: Wishes; onChange: (wishes: Wishes) => void };

/** Edits everything a build is computed from: chips, and a slider for each number. */
export function BuildChips({ wishes, onChange }: Props) {
  const t = useTranslator();
  const texts = getBuildChips(t);
  const { chips } = wishes;
  const menu = useId();
  const select = useRef<HTMLSelectElement>(null);
  const [adding, setAdding] = useState<ChipId | ''>('');
  const clashes = listContradictions(chips);
  const setChips = (next: ChipId[]) => onChange({ ...wishes, chips: next });
  const remove = (id: ChipId) => {
    setChips(chips.filter((one) => one !== id));
    // The removed button had the focus.
    select.current?.focus();
  };
  const add = () => {
    if (adding && !chips.includes(adding)) setChips([...chips, adding]);
    setAdding('');
  };

  return (
    <fieldset className="build-chips">
      <legend className="field-label">{texts.label}</legend>
      <p className="field-hint">{texts.hint}</p>
      {chips.length > 0 && (
        <ul className="cluster" aria-label={t(messages.chips)}>
          {chips.map((id, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a changed chip keeps its position and focus
              key={index}
              className="chip build-chip"
              data-tone={clashes.some((one) => one.chips.includes(id)) ? 'red' : 'violet'}
            >
              <select
                aria-label={t(messages.changeChip, { chip: getChipLabel(t, id) })}
                value={id}
                onChange={(event) => setChips(chips.with(index, event.target.value as ChipId))}
              >
                {listAlternatives(id).map((one) => (
                  <option key={one} value={one} disabled={one !== id && chips.includes(one)}>
                    {getChipLabel(t, one)}
                  </option>
                ))}
              </select>
              <Icon name="chevron-down" size={14} />
              <IconButton
                icon="close"
                size="sm"
                label={t(messages.removeChip, { chip: getChipLabel(t, id) })}
                onClick={() => remove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      {clashes.map((clash) => (
        <Notice key={clash.chips.join()} tone="gold" title={formatContradiction(t, clash)}>
          <div className="cluster pt-2">
            {clash.chips.map((id) => (
              <Button key={id} size="sm" variant="secondary" onClick={() => remove(id)}>
                {t(messages.removeChip, { chip: getChipLabel(t, id) })}
              </Button>
            ))}
          </div>
        </Notice>
      ))}
      <div className="build-add">
        <label htmlFor={menu} className="sr-only">
          {texts.add}
        </label>
        <select
          id={menu}
          ref={select}
          className="input"
          value={adding}
          onChange={(event) => setAdding(event.target.value as ChipId | '')}
        >
          <option value="">{texts.add}</option>
          {Object.entries(CHIP_KINDS).map(([kind, label]) => (
            <optgroup key={kind} label={t(label)}>
              {CHIPS.filter((chip) => chip.kind === kind && !chips.includes(chip.id)).map((chip) => (
                <option key={chip.id} value={chip.id}>
                  {getChipLabel(t, chip.id)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <Button variant="secondary" icon="plus" aria-disabled={adding === ''} onClick={add}>
          {t(messages.addChip)}
        </Button>
      </div>
      <div className="build-sliders">
        {NUMBER_NAMES.map((name) => (
          <Slider
            key={name}
            name={name}
            value={wishes[name]}
            onChange={(value) => onChange({ ...wishes, [name]: value })}
          />
        ))}
      </div>
    </fieldset>
  );
}

const CLEAR_LABELS: Record<NumberName, Message> = {
  height_cm: messages.clearHeight,
  weight_lb: messages.clearWeight,
  budget: messages.clearPoints,
};

type SliderProps = { name: NumberName; value: number | null; onChange: (value: number | null) => void };

/** Slider for a number or its default. */
function Slider({ name, value, onChange }: SliderProps) {
  const t = useTranslator();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { min, max } = NUMBER_LIMITS[name];
  const { label, step, show } = NUMBERS[name];
  const shownValue = value === null ? getBuildChips(t).unset : show(t, value);
  return (
    <div className="build-slider">
      <label htmlFor={id}>{t(label)}</label>
      <output htmlFor={id}>{shownValue}</output>
      {value !== null && (
        <IconButton
          icon="close"
          size="sm"
          label={t(CLEAR_LABELS[name])}
          onClick={() => {
            onChange(null);
            input.current?.focus();
          }}
        />
      )}
      <input
        ref={input}
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        // By default, builds use the full budget and an average body.
        value={value ?? (name === 'budget' ? max : Math.round((min + max) / 2))}
        data-unset={value === null || undefined}
        aria-valuetext={shownValue}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}
