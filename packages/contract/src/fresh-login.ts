/**
 * Configuration keys that control who can impersonate a station, or the server to it (OCPP security
 * whitepaper, 2).
 */
const securityKeys = new Set([
  'authorizationkey',
  'securityprofile',
  'additionalrootcertificatecheck',
  'cponame',
])

/**
 * Returns true if a command requires a fresh sign-in: it stops a transaction, unlocks a connector, or changes
 * what the station trusts or runs.
 */
export function needsFreshLogin(action: string, payload: Readonly<Record<string, unknown>>): boolean {
  switch (action) {
    case 'Reset':
      return payload['type'] === 'Hard'
    case 'UnlockConnector':
    case 'UpdateFirmware':
    case 'SignedUpdateFirmware':
    case 'CertificateSigned':
    case 'InstallCertificate':
    case 'DeleteCertificate':
      return true
    case 'ChangeConfiguration':
      return typeof payload['key'] === 'string' && securityKeys.has(payload['key'].trim().toLowerCase())
    default:
      return false
  }
}
