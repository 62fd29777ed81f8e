import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearDrafts, onDraftsForgotten, readDraft, writeDraft } from './drafts.ts';

const EMPTY = { text: '' };
const TYPED = { text: 'words for one person alone' };

/** Creates a storage whose keys are its entries, as in a browser. */
function storage() {
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

const shared = { storage: storage() };
type Tab = { sessionStorage: object; listeners: Set<(event: { key: string }) => void> };
const newTab = (): Tab => ({ sessionStorage: storage(), listeners: new Set() });

/** Switches to a tab: all code from here on runs in it. */
function goTo({ sessionStorage, listeners }: Tab): void {
  vi.stubGlobal('window', {
    sessionStorage,
    localStorage: shared.storage,
    addEventListener: (_: string, listener: (event: { key: string }) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (event: { key: string }) => void) => listeners.delete(listener),
  });
}

beforeEach(() => {
  shared.storage = storage();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("clears drafts in all tabs on sign-out and keeps what's typed afterwards", () => {
  const [here, there] = [newTab(), newTab()];
  goTo(there);
  writeDraft('draft:appeal', TYPED, EMPTY);
  writeDraft('message:of-somebody', TYPED, EMPTY);
  expect(readDraft('draft:appeal', EMPTY)).toEqual(TYPED);
  goTo(here);
  writeDraft('draft:report', TYPED, EMPTY);
  clearDrafts();
  expect(readDraft('draft:report', EMPTY)).toEqual(EMPTY);
  goTo(there);
  expect(readDraft('draft:appeal', EMPTY)).toEqual(EMPTY);
  // This draft belongs to one user and is stored under their ID, so no one else sees it.
  expect(readDraft('message:of-somebody', EMPTY)).toEqual(TYPED);
  for (const tab of [there, here]) {
    goTo(tab);
    writeDraft('draft:appeal', TYPED, EMPTY);
    expect(readDraft('draft:appeal', EMPTY)).toEqual(TYPED);
  }
});

test("notifies forms with shared drafts in other tabs, but not those with a user's own draft", () => {
  const there = newTab();
  goTo(there);
  const forgotten = vi.fn();
  const end = onDraftsForgotten('draft:appeal', forgotten);
  onDraftsForgotten('message:of-somebody', forgotten);
  for (const notifyListener of there.listeners) notifyListener({ key: 'planet-crew-drafts-forgotten' });
  for (const hear of there.listeners) hear({ key: 'planet-crew-zone' });
  expect(forgotten).toHaveBeenCalledTimes(1);
  end();
  expect(there.listeners.size).toBe(0);
});
