import type { SystemAction16 } from './messages.ts'

/** Purpose of a command; the console groups its list by it. */
export type CommandPurpose16 = 'session' | 'smart-charging' | 'station' | 'configuration' | 'maintenance'

export interface Command16 {
  readonly action: SystemAction16
  readonly purpose: CommandPurpose16
}

/** The 19 commands of the core standard, in alphabetical order. */
export const commands16: readonly Command16[] = [
  { action: 'CancelReservation', purpose: 'session' },
  { action: 'ChangeAvailability', purpose: 'station' },
  { action: 'ChangeConfiguration', purpose: 'configuration' },
  { action: 'ClearCache', purpose: 'configuration' },
  { action: 'ClearChargingProfile', purpose: 'smart-charging' },
  { action: 'DataTransfer', purpose: 'station' },
  { action: 'GetCompositeSchedule', purpose: 'smart-charging' },
  { action: 'GetConfiguration', purpose: 'configuration' },
  { action: 'GetDiagnostics', purpose: 'maintenance' },
  { action: 'GetLocalListVersion', purpose: 'configuration' },
  { action: 'RemoteStartTransaction', purpose: 'session' },
  { action: 'RemoteStopTransaction', purpose: 'session' },
  { action: 'ReserveNow', purpose: 'session' },
  { action: 'Reset', purpose: 'station' },
  { action: 'SendLocalList', purpose: 'configuration' },
  { action: 'SetChargingProfile', purpose: 'smart-charging' },
  { action: 'TriggerMessage', purpose: 'station' },
  { action: 'UnlockConnector', purpose: 'session' },
  { action: 'UpdateFirmware', purpose: 'maintenance' },
]

/** The commands that the security whitepaper adds. */
export const securityCommands16: readonly Command16[] = [
  { action: 'CertificateSigned', purpose: 'maintenance' },
  { action: 'DeleteCertificate', purpose: 'maintenance' },
  { action: 'ExtendedTriggerMessage', purpose: 'station' },
  { action: 'GetInstalledCertificateIds', purpose: 'maintenance' },
  { action: 'GetLog', purpose: 'maintenance' },
  { action: 'InstallCertificate', purpose: 'maintenance' },
  { action: 'SignedUpdateFirmware', purpose: 'maintenance' },
]
