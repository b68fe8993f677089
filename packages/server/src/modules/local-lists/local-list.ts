import { isPayload, type Payload } from '../commands/index.ts'

/** One tag of a station's local list. */
export interface Entry {
  code: string
  status: string
  expiresAt: Date | null
  parentCode: string | null
}

/** What a SendLocalList does to the list that a station holds. */
export interface ListChange {
  version: number
  isFull: boolean
  /** Added or replaced. */
  put: Entry[]
  /** Removed. */
  drop: string[]
}

/** Entries of the list that a request carries. */
export const listOf = (request: Payload): readonly Payload[] => {
  const list = request['localAuthorizationList']
  return Array.isArray(list) ? list.filter(isPayload) : []
}

/**
 * Reads a request that was checked before it was stored. In a differential update an entry without idTagInfo
 * removes the tag (OCPP 1.6, 5.15); in a full one it says nothing. Of a tag named twice the last counts.
 */
export function readChange(request: Payload): ListChange {
  const isFull = request['updateType'] === 'Full'
  const put = new Map<string, Entry>()
  const drop = new Set<string>()
  for (const item of listOf(request)) {
    const code = String(item['idTag'])
    const info = item['idTagInfo']
    put.delete(code)
    drop.delete(code)
    if (isPayload(info)) put.set(code, readEntry(code, info))
    else if (!isFull) drop.add(code)
  }
  return { version: Number(request['listVersion']), isFull, put: [...put.values()], drop: [...drop] }
}

function readEntry(code: string, info: Payload): Entry {
  const expiry = typeof info['expiryDate'] === 'string' ? new Date(info['expiryDate']) : null
  return {
    code,
    status: String(info['status']),
    expiresAt: expiry && !Number.isNaN(expiry.getTime()) ? expiry : null,
    parentCode: typeof info['parentIdTag'] === 'string' ? info['parentIdTag'] : null,
  }
}

/** The configuration key that says how many entries a station takes in one message. */
export const limitKey = 'SendLocalListMaxLength'

/** A limit as the station told it; null where it told none that can be read. */
export function readLimit(value: string | null): number | null {
  const limit = value === null || value.trim() === '' ? Number.NaN : Number(value)
  return Number.isInteger(limit) && limit >= 0 ? limit : null
}
