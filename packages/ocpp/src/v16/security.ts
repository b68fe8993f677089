import type { Rows16 } from './rows.ts'

/** Messages of the security whitepaper (edition 2): certificates, signed firmware, logs, security events. */
export const security = {
  CertificateSigned: { from: 'system', block: 'security', carriesFact: false },
  DeleteCertificate: { from: 'system', block: 'security', carriesFact: false },
  ExtendedTriggerMessage: { from: 'system', block: 'security', carriesFact: false },
  GetInstalledCertificateIds: { from: 'system', block: 'security', carriesFact: false },
  GetLog: { from: 'system', block: 'security', carriesFact: false },
  InstallCertificate: { from: 'system', block: 'security', carriesFact: false },
  LogStatusNotification: { from: 'station', block: 'security', carriesFact: true },
  SecurityEventNotification: { from: 'station', block: 'security', carriesFact: true },
  SignCertificate: { from: 'station', block: 'security', carriesFact: true },
  SignedFirmwareStatusNotification: { from: 'station', block: 'security', carriesFact: true },
  SignedUpdateFirmware: { from: 'system', block: 'security', carriesFact: false },
} as const satisfies Rows16<'security'>
