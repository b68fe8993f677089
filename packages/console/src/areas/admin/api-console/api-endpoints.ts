import type { Access } from '@stationmaster/contract'
import type { Schema } from './schema.ts'

/** One endpoint of the API, as OpenAPI describes it. */
export interface ApiEndpoint {
  /** Path as scripts write it, without the base path: `/charge_point/list`. */
  path: string
  subject: string
  summary: string
  may: Access
  /** Requirement of a fresh sign-in; null if there is none. */
  fresh: 'always' | 'sometimes' | null
  /** Names of the path parameters. */
  params: readonly string[]
  body: Schema
  /** True if a body may contain a password or another secret. */
  isSecret: boolean
}

interface Operation {
  tags?: string[]
  summary?: string
  'x-may'?: Access
  'x-fresh'?: 'always' | 'sometimes'
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}
export interface Description {
  paths: Record<string, { post?: Operation }>
}

const base = '/api/v1'
/** Names of members that contain secrets. */
const secretName = /pass|secret|token|ticket|proof|answer|^key$|apikey/i
/** Paths whose codes prove a user's identity. */
const secretPath = /^\/(session|sign|setup|verification|user\/(totp|password))\b/

/** Returns every endpoint of the API description, sorted by subject and path. */
export const readEndpoints = ({ paths }: Description): ApiEndpoint[] =>
  Object.entries(paths)
    .flatMap(([path, { post }]) => (post && path.startsWith(`${base}/`) ? [readCall(path, post)] : []))
    .sort((one, other) => one.subject.localeCompare(other.subject) || one.path.localeCompare(other.path))

function readCall(path: string, operation: Operation): ApiEndpoint {
  const body = operation.requestBody?.content?.['application/json']?.schema ?? {}
  const short = path.slice(base.length).replaceAll(/\{(\w+)\}/g, ':$1')
  return {
    path: short,
    subject: operation.tags?.[0] ?? '',
    summary: operation.summary ?? '',
    may: operation['x-may'] ?? 'user',
    fresh: operation['x-fresh'] ?? null,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    body,
    isSecret: secretPath.test(short) || namesIn(body).some((name) => secretName.test(name)),
  }
}

const namesIn = (schema: Schema): string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [name, ...namesIn(member)]),
  ...(schema.anyOf ?? []).flatMap((one) => namesIn(one)),
  ...(schema.items ? namesIn(schema.items) : []),
]

/** True if a body names a secret itself, whatever its schema says. */
export const holdsSecret = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(
    ([name, member]) => (!Array.isArray(value) && secretName.test(name)) || holdsSecret(member),
  )

export interface EndpointGroup {
  subject: string
  calls: readonly ApiEndpoint[]
}

/**
 * Returns the endpoints that match the typed text, by subject. Paths that begin with it come first, then
 * those that contain it, then those whose summary contains all of its words.
 */
export function findEndpoints(endpoints: readonly ApiEndpoint[], typed: string): EndpointGroup[] {
  const text = typed.trim().toLowerCase()
  const words = text.split(/\s+/)
  const rank = ({ path, subject, summary }: ApiEndpoint): number => {
    const low = path.toLowerCase()
    if (text === '') return 3
    if (low.startsWith(text) || low.startsWith(`/${text}`)) return 3
    if (low.includes(text)) return 2
    const about = `${low} ${subject} ${summary}`.toLowerCase()
    return words.every((word) => about.includes(word)) ? 1 : 0
  }
  const groups = new Map<string, { best: number; calls: ApiEndpoint[] }>()
  for (const call of endpoints) {
    const fit = rank(call)
    if (fit === 0) continue
    const group = groups.get(call.subject) ?? { best: 0, calls: [] }
    group.best = Math.max(group.best, fit)
    group.calls.push(call)
    groups.set(call.subject, group)
  }
  return [...groups]
    .sort(([, one], [, other]) => other.best - one.best)
    .map(([subject, { calls }]) => ({ subject, calls: calls.sort((one, other) => rank(other) - rank(one)) }))
}
