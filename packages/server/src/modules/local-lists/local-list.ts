import { isPayload, type Payload } from '../commands/index.ts'

/** One tag of a station's local list. */
export interface Entry {
  code: string
  status: string
  expiresAt: Date | null
  parentCode: string | null
}

/** Changes that a SendLocalList makes to the list of a station. */
export interface ListChange {
  version: number
  isFull: boolean
  /** Entries added or replaced. */
  put: Entry[]
  /** Tags removed. */
  drop: string[]
}

/** Returns the entries in a request. */
export const listOf = (request: Payload): readonly Payload[] => {
  const list = request['localAuthorizationList']
  return Array.isArray(list) ? list.filter(isPayload) : []
}

/**
 * Reads a request that was validated before it was stored. In a differential update an entry without
 * idTagInfo removes the tag (OCPP 1.6, 5.15); in a full one it has no effect. Of duplicate tags the last
 * counts.
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

/** Configuration key with the number of entries that a station accepts in one message. */
export const limitKey = 'SendLocalListMaxLength'

/** Configuration key with the number of entries that the list of a station can have. */
export const capacityKey = 'LocalAuthListMaxLength'
/** Configuration key that enables the list. */
export const enabledKey = 'LocalAuthListEnabled'

/** Parses a limit reported by a station; null if there is none or it cannot be parsed. */
export function readLimit(value: string | null): number | null {
  const limit = value === null || value.trim() === '' ? Number.NaN : Number(value)
  return Number.isInteger(limit) && limit >= 0 ? limit : null
}
