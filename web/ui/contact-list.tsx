import { useTranslator } from '../../messages/use-translator.tsx';
import { CopyButton } from './copy-button.tsx';
import * as messages from './ui.messages.ts';

type Contact = { label: string; value: string; url: string | null };

/** A player's handles, to open or copy; renders nothing if there are none. */
export function ContactList({ name, contacts }: { name: string; contacts: readonly Contact[] }) {
  const t = useTranslator();
  if (contacts.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-2 border-line border-t pt-3" aria-label={t(messages.contacts, { name })}>
      {contacts.map((contact) => (
        <li key={contact.label} className="flex items-center justify-between gap-3 text-sm">
          <span className="min-w-0 break-words">
            <span className="text-muted">{contact.label}: </span>
            {contact.url ? (
              <a href={contact.url} target="_blank" rel="noopener noreferrer">
                {contact.value}
              </a>
            ) : (
              <span>{contact.value}</span>
            )}
          </span>
          {!contact.url && <CopyButton text={contact.value} />}
        </li>
      ))}
    </ul>
  );
}
