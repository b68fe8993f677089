import { evDisconnect, plugFirst, tagFirst } from './charges.ts'
import { diagnosticsTrain, firmwareTrain, remoteStart, reservation, reset } from './commanded.ts'
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
  { name: 'plug-first', meaning: 'plug in, show the card, charge, stop with the card', play: plugFirst },
  { name: 'tag-first', meaning: 'show the card, plug in, charge, stop with the card', play: tagFirst },
  { name: 'remote-start', meaning: 'wait for a remote start, charge until a remote stop', play: remoteStart },
  {
    name: 'reservation',
    meaning: 'wait for a reservation; a stranger is refused, the holder charges',
    play: reservation,
  },
  {
    name: 'offline',
    meaning: 'charge on without a network and tell everything later, in order',
    play: offlineQueue,
  },
  { name: 'firmware', meaning: 'wait for a firmware update and see it through', play: firmwareTrain },
  {
    name: 'diagnostics',
    meaning: 'wait for an upload of diagnostics and see it through',
    play: diagnosticsTrain,
  },
  { name: 'reset', meaning: 'charge, wait for a reset, boot again', play: reset },
  {
    name: 'fault',
    meaning: 'a fault ends a charge; once mended the car charges again',
    play: faultAndRecovery,
  },
  { name: 'ev-disconnect', meaning: 'charge until the plug is pulled at the car', play: evDisconnect },
]
