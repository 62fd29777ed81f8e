import { useState } from 'react';
import { CheckChips } from '../ui/check-chips.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { Section } from '../ui/section.tsx';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { TagInput } from '../ui/tag-input.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { Specimen } from './gallery-specimen.tsx';

const platforms = [
  { value: 'ps5', label: 'PS5', hint: 'PSN, crossplay if you like', icon: 'gamepad' },
  { value: 'xbox', label: 'Xbox Series', hint: 'Crossplay if you like', icon: 'gamepad' },
  { value: 'pc', label: 'PC', icon: 'code' },
  { value: 'switch', label: 'Switch', hint: 'Not this season', icon: 'gamepad', disabled: true },
] as const;

export function GalleryForms() {
  const [positions, setPositions] = useState(['PG', 'SF']);
  const [platform, setPlatform] = useState('ps5');
  const [tags, setTags] = useState(['Two-way', 'Fast break']);
  const [crossplay, setCrossplay] = useState(true);
  return (
    <Section id="forms" title="Forms">
      <div className="grid gap-4 lg:grid-cols-2">
        <Specimen name="Text" className="grid gap-6">
          <Field label="Display name" hint="What others see." required>
            <TextInput autoComplete="nickname" placeholder="Corner Three" />
          </Field>
          <Field label="Email" required error="That does not look like an email address.">
            <TextInput type="email" inputMode="email" defaultValue="crew@" />
          </Field>
          <Field label="Search" optional>
            <TextInput type="search" icon="search" placeholder="Search AI warriors, categories, or descriptions..." />
          </Field>
          <Field label="Locked">
            <TextInput disabled value="Cannot be changed" />
          </Field>
        </Specimen>
        <Specimen name="Long text, choice of one, tags" className="grid gap-6">
          <Field label="Bio" hint="At most 500 characters.">
            <TextArea maxLength={500} defaultValue="Pass first, lock second. Evenings and Sunday runs." />
          </Field>
          <Field label="Notes, nearly full" error="Too short to help anyone.">
            <TextArea maxLength={20} defaultValue="nineteen characters" />
          </Field>
          <Field label="Region" required>
            <Select
              options={['NA-East', 'NA-West', 'EU', 'Asia', 'SA', 'Oceania', 'Other']}
              placeholder="Choose a region"
            />
          </Field>
          <Field label="Playstyle" hint="Parted by commas.">
            <TagInput value={tags} onChange={setTags} name="playstyle" suggestions={['Glue guy', 'Sniper']} />
          </Field>
        </Specimen>
        <Specimen name="Several of a few, one of a few" className="grid gap-6">
          <Field group label="Needed positions" required>
            <CheckChips
              options={['PG', 'SG', 'SF', 'PF', 'C']}
              value={positions}
              onChange={setPositions}
              name="positions"
            />
          </Field>
          <Field group label="Game modes" error="Select at least one game mode">
            <CheckChips options={['Pro-Am 5v5', 'Rec', 'Proving Ground', 'Park/City']} value={[]} onChange={() => {}} />
          </Field>
          <Field group label="Platform">
            <RadioCards options={platforms} value={platform} onChange={setPlatform} name="platform" />
          </Field>
        </Specimen>
        <Specimen name="Yes and no" className="grid content-start gap-6">
          <Checkbox label="Featured Boost (7 days)" hint="Your listing will appear at the top" defaultChecked />
          <Checkbox label="I agree to be contacted" />
          <Checkbox label="Not now" disabled />
          <Switch
            label="Allow crossplay"
            hint="More people can play with you."
            checked={crossplay}
            onChange={setCrossplay}
          />
          <Switch label="Mic" checked={false} onChange={() => {}} />
        </Specimen>
      </div>
    </Section>
  );
}
