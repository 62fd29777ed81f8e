import type { Env } from '../../server/env.ts';

export type LlmConfig = {
  /** OpenAI-compatible endpoint without a trailing slash, e.g. https://api.example.com/v1. */
  baseUrl: string;
  apiKey: string;
  model: string;
};

type Settings = Pick<Env, 'LLM_BASE_URL' | 'LLM_API_KEY' | 'LLM_MODEL'>;

/**
 * Returns the configured language model, or undefined. There's no sandbox because the product works without a model.
 */
export function readLlmConfig(env: Settings): LlmConfig | undefined {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model } = env;
  return baseUrl && apiKey && model ? { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, model } : undefined;
}

/** Thrown when the model doesn't respond or its response isn't text. */
class LlmError extends Error {}

const RESPONSE_TIMEOUT_MS = 12_000;
const MAX_TOKENS = 500;
/** Maximum size of a response. Usual responses have a few kilobytes. */
const MAX_BYTES = 64 * 1024;

/**
 * Sends one question to the chat endpoint.
 * @returns the text as the model wrote it, never empty
 * @throws LlmError when the model refuses, fails, takes more than twelve seconds, returns too much or returns something
 * invalid
 */
export async function askModel(
  config: LlmConfig,
  fetcher: typeof fetch,
  question: { instructions: string; text: string },
): Promise<string> {
  const body = await postJson(config, fetcher, {
    model: config.model,
    messages: [
      { role: 'system', content: question.instructions },
      { role: 'user', content: question.text },
    ],
    max_tokens: MAX_TOKENS,
    temperature: 0.3,
  });
  const content = readContent(body);
  if (!content) throw new LlmError('The model sent no text');
  return content;
}

async function postJson(config: LlmConfig, fetcher: typeof fetch, json: object): Promise<string> {
  try {
    const response = await fetcher(`${config.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${config.apiKey}` },
      body: JSON.stringify(json),
      redirect: 'error',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new LlmError(`The model answered ${response.status}`);
    }
    return await readLimited(response);
  } catch (error) {
    if (error instanceof LlmError) throw error;
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    throw new LlmError(name === 'TimeoutError' ? 'The model was silent' : `Not reached: ${cause?.code ?? name}`);
  }
}

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES) throw new LlmError('The model said too much');
    text += decoder.decode(part, { stream: true });
  }
  return text;
}

function readContent(body: string): string {
  try {
    const { choices } = JSON.parse(body) as { choices?: { message?: { content?: unknown } }[] };
    const content = choices?.[0]?.message?.content;
    return typeof content === 'string' ? content.trim() : '';
  } catch {
    throw new LlmError('The model answered without JSON');
  }
}
