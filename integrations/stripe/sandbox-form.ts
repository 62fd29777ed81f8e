export type Form = { [key: string]: string | Form };

/** Parses Stripe's form encoding with nested brackets: `line_items[0][price]=x`. */
export function readForm(encoded: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.split(/\[|\]\[?|\]$/).filter((part) => part !== '');
    let node = form;
    for (const part of path.slice(0, -1)) {
      if (typeof node[part] !== 'object') node[part] = Object.create(null) as Form;
      node = node[part] as Form;
    }
    node[path.at(-1) ?? name] = value;
  }
  return form;
}
