import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearDrafts, onDraftsForgotten, readDraft, writeDraft } from './drafts.ts';

const EMPTY = { text: '' };
const DRAFT = { text: 'words for one person alone' };

/** Creates a storage whose keys are its entries, as in a browser. */
function createStorage() {
  const items = new Map<string, string>();
  const methods = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
  return new Proxy(methods, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

const sharedWindow = { storage: createStorage() };
type Tab = { sessionStorage: object; listeners: Set<(event: { key: string }) => void> };
const newTab = (): Tab => ({ sessionStorage: createStorage(), listeners: new Set() });

/** Switches to a tab: all code from here on runs in it. */
function goTo({ sessionStorage, listeners }: Tab): void {
  vi.stubGlobal('window', {
    sessionStorage,
    localStorage: sharedWindow.storage,
    addEventListener: (_: string, listener: (event: { key: string }) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (event: { key: string }) => void) => listeners.delete(listener),
  });
}

beforeEach(() => {
  sharedWindow.storage = createStorage();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('clears drafts in all tabs on sign-out and keeps text typed afterwards', () => {
  const [thisTab, otherTab] = [newTab(), newTab()];
  goTo(otherTab);
  writeDraft('draft:appeal', DRAFT, EMPTY);
  writeDraft('message:of-somebody', DRAFT, EMPTY);
  expect(readDraft('draft:appeal', EMPTY)).toEqual(DRAFT);
  goTo(thisTab);
  writeDraft('draft:report', DRAFT, EMPTY);
  clearDrafts();
  expect(readDraft('draft:report', EMPTY)).toEqual(EMPTY);
  goTo(otherTab);
  expect(readDraft('draft:appeal', EMPTY)).toEqual(EMPTY);
  // This draft belongs to one user and is stored under their ID, so no one else sees it.
  expect(readDraft('message:of-somebody', EMPTY)).toEqual(DRAFT);
  for (const tab of [otherTab, thisTab]) {
    goTo(tab);
    writeDraft('draft:appeal', DRAFT, EMPTY);
    expect(readDraft('draft:appeal', EMPTY)).toEqual(DRAFT);
  }
});

test("notifies forms with shared drafts in other tabs, but not those with a user's own draft", () => {
  const tab = newTab();
  goTo(tab);
  const onForgotten = vi.fn();
  const end = onDraftsForgotten('draft:appeal', onForgotten);
  onDraftsForgotten('message:of-somebody', onForgotten);
  for (const notifyListener of tab.listeners) notifyListener({ key: 'planet-crew-drafts-forgotten' });
  for (const hear of tab.listeners) hear({ key: 'planet-crew-zone' });
  expect(onForgotten).toHaveBeenCalledTimes(1);
  end();
  expect(tab.listeners.size).toBe(0);
});
