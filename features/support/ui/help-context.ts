import { ABOUT_KINDS, type AboutKind } from '../support-topics.schema.ts';

/** Facts sent along with a message to support, besides its text. */
export type HelpContext = {
  about: { kind: AboutKind; id: string } | null;
  page: string | null;
  error_reference: string | null;
};

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the context from the address of the form (`paths.helpAbout`, `paths.helpFrom`). Ignores invalid values. */
export function readHelpContext(query: URLSearchParams): HelpContext {
  const kind = ABOUT_KINDS.find((one) => one === query.get('about'));
  const id = query.get('id') ?? '';
  const page = query.get('page') ?? '';
  const reference = query.get('error') ?? '';
  return {
    about: kind && ID.test(id) ? { kind, id } : null,
    page: /^\/(?!\/)[^?#\\]{0,299}$/.test(page) ? page : null,
    error_reference: /^[\w-]{1,64}$/.test(reference) ? reference : null,
  };
}
