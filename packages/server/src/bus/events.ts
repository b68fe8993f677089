import type { Hint } from '@stationmaster/contract'

/**
 * Events between server processes. Only hints and routing: delivery is not guaranteed, so nothing is
 * acknowledged because of an event.
 */
export interface BusEvents {
  /** For consoles of one account; see also `toAdministrators`. */
  hint: { account: string; hint: Hint }
  /** Hints may have been lost: every process fetches again. */
  'bus.gap': object
  /** A command waits for this station; the process that has its socket fetches it. */
  'command.queued': { station: string }
  /** A command reached an end state; callers that wait for it read it again. */
  'command.ended': { command: string; station: string }
  /** A user requested the price of a session: the job that rates sessions has work. */
  'rating.queued': object
  /** A payment provider sent a message: the job that reconciles payments has work. */
  'payment.reported': object
  /** A station with a generated local list has booted: the job that sends lists has work. */
  'local_list.due': object
  /** Newest readings of these connectors were stored: `<station id>/<connector number>`. */
  'readings.stored': { connectors: readonly string[] }
  /** Objects of a bulk run wait for work. */
  'bulk.queued': object
  /** A login session ended: its live connections close. */
  'session.ended': { session: string }
  /**
   * Rights or allowed addresses of a user changed; null: of many users. `role`: the visible rows; `rights`:
   * the rules.
   */
  'person.changed': { user: string | null; role?: true; rights?: true }
  /** The object model was changed: cached copies are stale. */
  'workflow.changed': object
  /** Access rules of the account were changed: copies in memory are stale. Published by a trigger of the table. */
  'access_rules.changed': { account: string }
  /** A mail was queued: the job that sends mails has work. */
  'mail.queued': object
  /** An invoice was issued: the job that makes documents has work. */
  'invoice.issued': object
  /** An entry was added to the audit trail; published by a trigger of the table. */
  'audit.grown': object
  /** Notifications of incidents wait: the job that sends them has work. */
  'delivery.queued': object
  /** A script queued a post: the job that delivers posts has work. */
  'post.queued': object
  /** A certificate was issued to a station: the job that sends certificates has work. */
  'certificate.issued': object
  /** The accepted certificate authorities have changed: gateways read them again. */
  'authorities.changed': object
  /** A notice was written that is sent to devices: the job that sends these has work. */
  'push.queued': object
  /** A state change was stored in the outbox: the job that runs scripts has work. Published by a trigger. */
  'state.changed': object
  /** The socket must be closed: a user requested it, or the station was deleted or its credentials changed. */
  'station.drop': { station: string; why: string }
  /** The station was changed from outside its connection: the state cached by the connection is stale. */
  'station.stale': { station: string }
  /** A newer socket of the station was registered with this epoch, perhaps in another process. */
  'station.taken': { station: string; epoch: number; process: string }
}

/** Returns a hint for consoles of administrators only, who receive the hints of every account. */
export const toAdministrators = (hint: Hint) => ({ kind: 'hint', account: '', hint }) as const

export type BusKind = keyof BusEvents
export type BusEvent = { [K in BusKind]: { kind: K } & BusEvents[K] }[BusKind]
export type BusEventOf<K extends BusKind> = Extract<BusEvent, { kind: K }>
