import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from './api-client.ts';
import { dismissToast, readToasts } from './ui/toast-store.ts';
import { attempt } from './use-action.ts';

const respond = (status: number, body: unknown) => async () =>
  Response.json(body, { status }) as unknown as { ok: true; status: 200; json: () => Promise<{ message: string }> };
const refusal = { error: { code: 'conflict', message: 'Someone was faster.', field: 'name' } };
const listToastTitles = () => readToasts().map(({ id: _, ...toast }) => toast);

beforeEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
});

describe('attempt', () => {
  it('returns the data of a response and shows a success toast', async () => {
    const data = await attempt(respond(200, { message: 'Saved' }), 'Hours saved');
    expect(data).toEqual({ message: 'Saved' });
    expect(listToastTitles()).toEqual([{ title: 'Hours saved', tone: 'success' }]);
  });

  it('builds the toast from the data', async () => {
    await attempt(respond(200, { message: 'Saved' }), ({ message }) => ({ title: message, tone: 'info' }));
    expect(listToastTitles()).toEqual([{ title: 'Saved', tone: 'info' }]);
  });

  it("returns the action's own result when it isn't a response", async () => {
    expect(await attempt(async () => null)).toBeNull();
    expect(listToastTitles()).toEqual([]);
  });

  it('returns undefined and shows the error message below the title when the request is refused', async () => {
    expect(await attempt(respond(409, refusal), 'Saved', "Couldn't save that")).toBeUndefined();
    expect(listToastTitles()).toEqual([
      { title: "Couldn't save that", description: 'Someone was faster.', tone: 'error' },
    ]);
  });

  it('shows the error message only once when it equals the title', async () => {
    await attempt(respond(409, refusal), undefined, 'Someone was faster.');
    expect(listToastTitles()).toEqual([{ title: 'Someone was faster.', tone: 'error' }]);
  });

  it('hides the message of an error that was not written for users', async () => {
    await attempt(async () => {
      throw new TypeError('undefined is not a function');
    });
    expect(listToastTitles()).toEqual([{ title: "That didn't work", description: 'Try again.', tone: 'error' }]);
  });

  it('passes a failure to the handler instead of showing a toast', async () => {
    const failures: unknown[] = [];
    await attempt(respond(409, refusal), 'Saved', (message, error) => failures.push(message, error));
    expect(failures).toEqual(['Someone was faster.', expect.any(ApiError)]);
    expect(listToastTitles()).toEqual([]);
  });
});
