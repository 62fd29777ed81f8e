import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Button } from './button.tsx';
import { CheckChips } from './check-chips.tsx';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { addTags } from './tags.ts';
import { TextArea } from './text-area.tsx';
import { TextInput } from './text-input.tsx';

describe('a field', () => {
  test('links label, hint and error to its control', () => {
    const html = renderToStaticMarkup(
      <Field id="email" label="Email" hint="We write rarely." error="Not an address." required>
        <TextInput type="email" name="email" />
      </Field>,
    );
    expect(html).toContain('for="email"');
    expect(html).toMatch(/<input[^>]*id="email"[^>]*aria-describedby="email-hint email-error"[^>]*aria-invalid="true"/);
    expect(html).toContain('aria-required="true"');
    // Native validation would replace our message.
    expect(html).not.toMatch(/<input[^>]* required/);
  });

  test("renders a group of controls as a fieldset whose legend says it's required", () => {
    const html = renderToStaticMarkup(
      <Field group label="Needed positions" required error="Select at least one position">
        <CheckChips options={['PG', 'C']} value={['C']} onChange={() => {}} name="positions" />
      </Field>,
    );
    expect(html).toMatch(/<fieldset[^>]*aria-describedby="[^"]+-error"/);
    expect(html).toMatch(/<legend[^>]*><span>Needed positions<\/span>.*\(required\)/);
    expect(html).toMatch(/type="checkbox" name="positions"[^>]*checked=""[^>]*value="C"|value="C"[^>]*checked=""/);
  });

  test('renders a select from strings, pairs and an empty first option', () => {
    const html = renderToStaticMarkup(
      <Select options={['PS5', { value: 'xbox', label: 'Xbox Series' }]} placeholder="Any" defaultValue="" />,
    );
    expect(html).toContain('<option value="" selected="">Any</option>');
    expect(html).toContain('<option value="xbox">Xbox Series</option>');
  });

  test('counts the characters of long text', () => {
    expect(renderToStaticMarkup(<TextArea maxLength={10} defaultValue="nine char" />)).toMatch(
      /data-near="true">9\/10/,
    );
  });
});

describe('a button', () => {
  test('ignores clicks while loading, keeps the focus, is busy and shows the loading label', () => {
    const html = renderToStaticMarkup(
      <Button loading loadingLabel="Loading...">
        Buy
      </Button>,
    );
    expect(html).toMatch(/<button[^>]*aria-disabled="true"[^>]*aria-busy="true"/);
    expect(html).not.toContain(' disabled');
    expect(html).toContain('Loading...');
    expect(html).not.toContain('Buy');
  });

  test("doesn't submit the form by default", () => {
    expect(renderToStaticMarkup(<Button>Save</Button>)).toContain('type="button"');
  });
});

describe('tag parser', () => {
  test.each([
    ['Sniper', ['Glue guy', 'Sniper']],
    ['  Sniper ,, Lock ', ['Glue guy', 'Sniper', 'Lock']],
    ['glue GUY', ['Glue guy']],
    [' , ', ['Glue guy']],
    ['fast   break', ['Glue guy', 'fast break']],
  ])('splits %j at commas, trims, and drops empty and duplicate tags', (text, expected) => {
    expect(addTags(['Glue guy'], text)).toEqual(expected);
  });
});
