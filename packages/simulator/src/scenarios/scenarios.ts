import { evDisconnect, plugFirst, tagFirst } from './charges.ts'
import { diagnosticsUpload, firmwareUpdate, remoteStart, reservation, reset } from './commanded.ts'
import type { Stage } from './steps.ts'
import { faultAndRecovery, offlineQueue } from './trouble.ts'

export interface Scenario {
  readonly name: string
  readonly meaning: string
  /** Resolves when the scenario is complete; throws if the station or the far end departs from it. */
  readonly play: (stage: Stage) => Promise<void>
}

/** All scenarios. Each waits for conditions, never for a time. */
export const scenarios: readonly Scenario[] = [
  { name: 'plug-first', meaning: 'plug in, present the card, charge, stop with the card', play: plugFirst },
  { name: 'tag-first', meaning: 'present the card, plug in, charge, stop with the card', play: tagFirst },
  { name: 'remote-start', meaning: 'wait for a remote start, charge until a remote stop', play: remoteStart },
  {
    name: 'reservation',
    meaning: 'wait for a reservation; another card is rejected, the reserved one charges',
    play: reservation,
  },
  {
    name: 'offline',
    meaning: 'continue charging without a network and report everything later, in order',
    play: offlineQueue,
  },
  { name: 'firmware', meaning: 'wait for a firmware update and follow it to its end', play: firmwareUpdate },
  {
    name: 'diagnostics',
    meaning: 'wait for an upload of diagnostics and follow it to its end',
    play: diagnosticsUpload,
  },
  { name: 'reset', meaning: 'charge, wait for a reset, boot again', play: reset },
  {
    name: 'fault',
    meaning: 'a fault ends a transaction; once it is cleared the car charges again',
    play: faultAndRecovery,
  },
  { name: 'ev-disconnect', meaning: 'charge until the driver unplugs at the car', play: evDisconnect },
]
