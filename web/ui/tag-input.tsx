import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Chip } from './chip.tsx';
import { useFieldAria } from './field-context.ts';
import { addTags } from './tags.ts';
import * as messages from './ui.messages.ts';

type TagInputProps = {
  value: readonly string[];
  onChange: (next: string[]) => void;
  placeholder?: string;
  suggestions?: readonly string[];
};

/**
 * Free-form tags, separated by commas. Comma, Enter or leaving the field adds one; Backspace in the empty field removes
 * the last.
 */
export function TagInput({ value, onChange, placeholder, suggestions }: TagInputProps) {
  const t = useTranslator();
  const aria = useFieldAria();
  const listId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [typedText, setTypedText] = useState('');

  const accept = (text: string) => {
    const next = addTags(value, text);
    if (next.length !== value.length) onChange(next);
    setTypedText('');
  };

  const remove = (tag: string) => {
    onChange(value.filter((other) => other !== tag));
    inputRef.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && typedText.trim() !== '') {
      event.preventDefault();
      accept(typedText);
    }
    if (event.key === 'Backspace' && typedText === '' && value.length > 0) onChange(value.slice(0, -1));
  };

  return (
    <div className="input tag-input">
      {value.map((tag) => (
        <Chip key={tag} tone="violet" onRemove={() => remove(tag)} removeLabel={t(messages.removeTag, { tag })}>
          {tag}
        </Chip>
      ))}
      <input
        {...aria}
        ref={inputRef}
        type="text"
        value={typedText}
        list={suggestions ? listId : undefined}
        placeholder={value.length === 0 ? placeholder : undefined}
        enterKeyHint="done"
        onChange={(event) =>
          event.target.value.includes(',') ? accept(event.target.value) : setTypedText(event.target.value)
        }
        onKeyDown={onKeyDown}
        onBlur={() => typedText.trim() !== '' && accept(typedText)}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions
            .filter((item) => !value.includes(item))
            .map((item) => (
              <option key={item} value={item} />
            ))}
        </datalist>
      )}
    </div>
  );
}
