import { data } from 'react-router';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { NotFound } from '../shell/not-found-page.tsx';
import * as messages from '../web.messages.ts';

/** Handles any path without a route; the 404 status makes search engines drop it. */
export function loader() {
  return data(null, { status: 404 });
}

export const meta = () => [
  { title: readerTranslator(messages.notFoundMetaTitle) },
  { name: 'robots', content: 'noindex' },
];

export default NotFound;
