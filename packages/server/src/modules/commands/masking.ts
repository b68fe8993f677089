import { isSecretKey, mask, maskUrl } from '../../shared/secret-words.ts'
import { isPayload } from './payload.ts'

/** Where a request holds an address that may carry credentials, as paths. */
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

/** A command's request as people, the log and the database may see it; the same object when it holds no secret. */
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

/** Whether an item of a configuration list holds the value of a secret key. */
const holdsSecret = (item: unknown): boolean =>
  isPayload(item) && typeof item['key'] === 'string' && isSecretKey(item['key']) && Boolean(item['value'])

/** The answer to a command without secrets; the same object when it holds none. */
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
