import { isSecretKey, mask, maskUrl } from '../../shared/secret-words.ts'
import { isPayload } from './payload.ts'

/** Paths of addresses in a request that may contain credentials. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  GetDiagnostics: ['location'],
  UpdateFirmware: ['location'],
  GetLog: ['log', 'remoteLocation'],
  SignedUpdateFirmware: ['firmware', 'location'],
}

function maskAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return typeof value === 'string' ? maskUrl(value) : value
  return isPayload(value) && name in value ? { ...value, [name]: maskAt(value[name], rest) } : value
}

/**
 * Returns a command's request as users, the log and the database may see it; the same object if it has no
 * secret.
 */
export function maskRequest(action: string, payload: unknown): unknown {
  if (!isPayload(payload)) return payload
  if (action === 'ChangeConfiguration') {
    const secret = typeof payload['key'] === 'string' && isSecretKey(payload['key'])
    return secret && 'value' in payload ? { ...payload, value: mask } : payload
  }
  const path = addresses[action]
  if (!path) return payload
  const masked = maskAt(payload, path)
  return JSON.stringify(masked) === JSON.stringify(payload) ? payload : masked
}

/** True if an item of a configuration list contains the value of a secret key. */
const holdsSecret = (item: unknown): boolean =>
  isPayload(item) && typeof item['key'] === 'string' && isSecretKey(item['key']) && Boolean(item['value'])

/** Returns the answer to a command without secrets; the same object if it has none. */
export function maskResponse(_action: string, payload: unknown): unknown {
  if (!isPayload(payload)) return payload
  const items: unknown = payload['configurationKey']
  if (!Array.isArray(items) || !items.some(holdsSecret)) return payload
  return {
    ...payload,
    configurationKey: items.map((item: unknown) =>
      isPayload(item) && holdsSecret(item) ? { ...item, value: mask } : item,
    ),
  }
}
