import type { Rows16 } from './rows.ts'

/** Core profile: charging, metering, configuration; supported by every station. */
export const core = {
  Authorize: { from: 'station', block: 'core', carriesFact: false },
  BootNotification: { from: 'station', block: 'core', carriesFact: true },
  ChangeAvailability: { from: 'system', block: 'core', carriesFact: false },
  ChangeConfiguration: { from: 'system', block: 'core', carriesFact: false },
  ClearCache: { from: 'system', block: 'core', carriesFact: false },
  DataTransfer: { from: 'both', block: 'core', carriesFact: false },
  GetConfiguration: { from: 'system', block: 'core', carriesFact: false },
  Heartbeat: { from: 'station', block: 'core', carriesFact: false },
  MeterValues: { from: 'station', block: 'core', carriesFact: true },
  RemoteStartTransaction: { from: 'system', block: 'core', carriesFact: false },
  RemoteStopTransaction: { from: 'system', block: 'core', carriesFact: false },
  Reset: { from: 'system', block: 'core', carriesFact: false },
  StartTransaction: { from: 'station', block: 'core', carriesFact: true },
  StatusNotification: { from: 'station', block: 'core', carriesFact: true },
  StopTransaction: { from: 'station', block: 'core', carriesFact: true },
  UnlockConnector: { from: 'system', block: 'core', carriesFact: false },
} as const satisfies Rows16<'core'>
