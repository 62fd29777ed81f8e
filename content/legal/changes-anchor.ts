import type { LegalTab } from '../schema/page-schema.ts';

/** Anchor of a legal text's list of changes on the legal page. */
export const getChangesAnchor = (document: LegalTab['id']) => `${document}-versions` as const;
