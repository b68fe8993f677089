import { isObject } from '../../../lib/is-object.ts'
import { writeStored, readStored } from '../../../lib/stored.ts'
import { type ApiEndpoint, holdsSecret } from './api-endpoints.ts'

/** A request that was sent from this device. */
export interface PastCall {
  path: string
  /** The body as typed; null if it may contain a secret or is too long to store. */
  body: string | null
  params: Readonly<Record<string, string>>
  status: number
  ms: number
  at: string
}

const maxEntries = 30
const longest = 4_000

const nameFor = (user: string) => `console.${user}` as const

/** Returns the requests of this user on this device, the latest first. */
export function readHistory(user: string): PastCall[] {
  try {
    const stored: unknown = JSON.parse(readStored(nameFor(user)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPastCall).slice(0, maxEntries) : []
  } catch {
    return []
  }
}

/** Stores a request; one with the same body moves to the top. Returns the new history. */
export function storeCall(user: string, call: ApiEndpoint, past: PastCall): PastCall[] {
  const entry: PastCall = { ...past, body: canStore(call, past.body) ? past.body : null }
  const others = readHistory(user).filter(
    ({ path, body, params }) =>
      path !== entry.path || body !== entry.body || JSON.stringify(params) !== JSON.stringify(entry.params),
  )
  const history = [entry, ...others].slice(0, maxEntries)
  writeStored(nameFor(user), JSON.stringify(history))
  return history
}

export const clearHistory = (user: string): void => writeStored(nameFor(user), null)

function canStore({ isSecret }: ApiEndpoint, body: string | null): boolean {
  if (isSecret || body === null || body.length > longest) return false
  try {
    return !holdsSecret(JSON.parse(body))
  } catch {
    return false
  }
}

const isPastCall = (value: unknown): value is PastCall =>
  isObject(value) &&
  typeof value['path'] === 'string' &&
  (value['body'] === null || typeof value['body'] === 'string') &&
  typeof value['status'] === 'number' &&
  typeof value['ms'] === 'number' &&
  typeof value['at'] === 'string' &&
  isObject(value['params']) &&
  Object.values(value['params']).every((part) => typeof part === 'string')
