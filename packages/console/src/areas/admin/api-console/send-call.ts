import { callRaw } from '../../../lib/call.ts'
import { requestFreshLogin } from '../../../lib/fresh-login.ts'
import { isObject } from '../../../lib/is-object.ts'
import type { ApiEndpoint } from './api-endpoints.ts'

/** The response, unchanged. */
export interface Answered {
  status: number
  /** Milliseconds from sending to the last byte. */
  ms: number
  bytes: number
  /** Correlation id, by which the journals find the request. */
  correlation: string | null
  text: string
  /** The text parsed as JSON; undefined if it is not JSON or was cut. */
  value: unknown
  /** True if the response is larger than what is shown. */
  isCut: boolean
}

/** Bytes that are read at most: more would make the page slow. */
export const maxBytes = 3_000_000

/** Sends a request through the common client; asks for a fresh sign-in if the server requires one. */
export async function sendCall(
  call: ApiEndpoint,
  sent: { body: unknown; params: Record<string, string> },
  signal: AbortSignal,
): Promise<Answered> {
  const answered = await sendOnce(call, sent, signal)
  if (answered.status !== 403 || codeOf(answered.value) !== 'sign_in.fresh_required') return answered
  return (await requestFreshLogin()) ? sendOnce(call, sent, signal) : answered
}

async function sendOnce(
  call: ApiEndpoint,
  { body, params }: { body: unknown; params: Record<string, string> },
  signal: AbortSignal,
): Promise<Answered> {
  const startedAt = performance.now()
  const response = await callRaw(call, body, { signal, path: params })
  const { text, bytes, isCut } = await readSome(response)
  const value = isCut ? undefined : parsed(text)
  return {
    status: response.status,
    ms: performance.now() - startedAt,
    bytes,
    correlation: response.headers.get('x-request-id') ?? correlationIn(value),
    text,
    value,
    isCut,
  }
}

async function readSome(response: Response): Promise<{ text: string; bytes: number; isCut: boolean }> {
  const reader = response.body?.getReader()
  if (!reader) return { text: '', bytes: 0, isCut: false }
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), bytes, isCut: false }
    bytes += value.length
    text += decoder.decode(value, { stream: true })
    if (bytes > maxBytes) {
      await reader.cancel()
      return { text, bytes, isCut: true }
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const errorIn = (value: unknown): Record<string, unknown> =>
  isObject(value) && isObject(value['error']) ? value['error'] : {}
const codeOf = (value: unknown): unknown => errorIn(value)['code']
const correlationIn = (value: unknown): string | null => {
  const { correlation } = errorIn(value)
  return typeof correlation === 'string' ? correlation : null
}
