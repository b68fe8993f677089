/** Configuration keys that decide who can speak for a station, or to it (OCPP security whitepaper, 2). */
const securityKeys = new Set([
  'authorizationkey',
  'securityprofile',
  'additionalrootcertificatecheck',
  'cponame',
])

/**
 * Whether a command may only be asked for shortly after a sign-in: it cuts a session off, opens a connector, or
 * changes what the station trusts or runs.
 */
export function needsFreshLogin(action: string, payload: Readonly<Record<string, unknown>>): boolean {
  switch (action) {
    case 'Reset':
      return payload['type'] === 'Hard'
    case 'UnlockConnector':
    case 'UpdateFirmware':
    case 'SignedUpdateFirmware':
      return true
    case 'ChangeConfiguration':
      return typeof payload['key'] === 'string' && securityKeys.has(payload['key'].trim().toLowerCase())
    default:
      return false
  }
}
