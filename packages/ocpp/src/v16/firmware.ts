import type { Rows16 } from './rows.ts'

/** Firmware Management: updates and diagnostics, with their progress. */
export const firmware = {
  DiagnosticsStatusNotification: { from: 'station', block: 'firmware', carriesFact: true },
  FirmwareStatusNotification: { from: 'station', block: 'firmware', carriesFact: true },
  GetDiagnostics: { from: 'system', block: 'firmware', carriesFact: false },
  UpdateFirmware: { from: 'system', block: 'firmware', carriesFact: false },
} as const satisfies Rows16<'firmware'>
