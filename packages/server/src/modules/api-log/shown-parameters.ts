import type { Endpoint } from '@stationmaster/contract'
import { isSecretKey, mask, maskFrame } from '../../shared/secret-words.ts'
import { maskRequest } from '../commands/index.ts'

const longest = 600
const maxTextLength = 80
const maxItems = 8
const deepest = 4

/** Names of fields whose value is a secret in any body, in addition to those of the standard. */
const secretName =
  /^(old|new)?pass(word)?$|token|ticket|^otp$|^pin$|secret|securityanswer|credential|authorization|signature|^hash$/i
/** Paths in which `code` is a secret. */
const codeIsSecret = /totp|prove|confirm|recover|verif|setup|password/

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the parameters of a request for the log: JSON without secrets, truncated. Null for requests that
 * need no sign-in, because any input there may be a secret.
 */
export function shownParameters(
  row: Pick<Endpoint, 'may' | 'path'>,
  params: Readonly<Record<string, string>>,
  body: unknown,
): string | null {
  if (row.may === 'public' || row.may === 'machine') return null
  const known = withoutSecretPayload(row.path, params, body)
  const text = JSON.stringify(shown(known, { depth: 0, hidesCode: codeIsSecret.test(row.path) }))
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Masks secrets in requests to stations, whose position depends on the action. */
function withoutSecretPayload(path: string, params: Readonly<Record<string, string>>, body: unknown): Fields {
  const fields = isFields(body) ? body : {}
  const command = params['command']
  if (path === '/ChargePoint/:identity/:command')
    return { ...params, request: maskRequest(command ?? '', maskUnnamedValues(fields)) }
  if (!isFields(fields['payload'])) return { ...params, ...fields }
  const action = typeof fields['action'] === 'string' ? fields['action'] : ''
  return { ...params, ...fields, payload: maskRequest(action, maskUnnamedValues(fields['payload'])) }
}

/**
 * Masks values without a field that names them; beside the name of a secret, fields unknown to the standard
 * might repeat that secret.
 */
function maskUnnamedValues(payload: Fields): Fields {
  const { key } = payload
  if (typeof key === 'string' && isSecretKey(key))
    return { ...Object.fromEntries(Object.keys(payload).map((name) => [name, mask])), key }
  const isNamed = typeof key === 'string' && typeof payload['value'] === 'string'
  return 'value' in payload && !isNamed ? { ...payload, value: mask } : payload
}

interface Place {
  depth: number
  hidesCode: boolean
}

function shown(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return shortened(value)
  if (typeof value !== 'object' || value === null) return value
  if (place.depth >= deepest) return '…'
  const inside = { ...place, depth: place.depth + 1 }
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((item) => shown(item, inside))
    return value.length > maxItems ? [...items, `… ${value.length}`] : items
  }
  return shownFields(value as Fields, inside)
}

function shownFields(fields: Fields, place: Place): Fields {
  const result: Fields = {}
  for (const [name, value] of Object.entries(fields).slice(0, 40))
    result[name] = isSecret(name, fields, place) && value !== null ? mask : shown(value, place)
  return result
}

function isSecret(name: string, fields: Fields, { hidesCode }: Place): boolean {
  if (secretName.test(name) || isSecretKey(name)) return true
  if (name === 'code') return hidesCode
  if (name !== 'value') return false
  // a setting that has a name beside its value
  return ['key', 'name', 'path'].some((other) => {
    const named = fields[other]
    return typeof named === 'string' && (isSecretKey(named) || secretName.test(named))
  })
}

/** Removes credentials from URLs and truncates long texts. */
function shortened(text: string): string {
  // bounds the work, because the text may be a file
  const head = maskFrame(text.slice(0, 1_000))
  return text.length <= maxTextLength ? head : `${head.slice(0, maxTextLength)}… ${text.length}`
}
