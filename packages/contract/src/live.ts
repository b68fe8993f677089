/**
 * Messages of the live connection to a console. A hint contains a kind and ids, never a row: it says that
 * something may have to be fetched again. Only `readings` contains values, and only for a station that the
 * tab watches.
 */
export const hintKinds = [
  'station.changed', // boot, online, offline, edited
  'connector.changed',
  'connection_attempt.changed', // a handshake of a station was rejected; at most once a second per account
  'transaction.started',
  'transaction.changed',
  'transaction.stopped',
  'reservation.changed',
  'card.changed',
  'client.changed',
  'client_group.changed',
  'tariff.changed',
  'site.changed',
  'access_rule.changed',
  'car.changed',
  'seller.changed',
  'invoice.changed',
  'payment.changed',
  'charge.changed', // of a session that was rated, approved, invoiced; at most 50 ids, of sessions
  'cost.changed', // of running sessions; at most once in ten seconds per account and process
  'balance.changed', // a booking, a hold or a credit limit; each user fetches what they may see
  'command.changed',
  'bulk.changed', // progress of a bulk run; at most once in half a second per run
  'log.added',
  'activity.added', // events of an account; at most once a second
  'incident.changed',
  'delivery.changed', // a notification of an incident was sent or failed
  'transfer.changed',
  'unmatched.changed',
  'profile.changed',
  'account.changed',
  'queue.changed', // of drivers at a place; each user fetches their own
  'notice.changed', // of a user of the account; each user fetches their own
  'object.changed', // of a class defined by administrators
  'user.changed', // a user, a login session or a group; for administrators
  'mail.changed', // for administrators
  'post.changed', // a post of a script; for administrators
  'rights.changed', // rights of the user, or the object model: other methods and labels
  'security_event.added', // of a station
  'authority.changed', // a certificate authority or a port with TLS; for administrators
  'storage.changed', // storage became unavailable or came back
] as const
export type HintKind = (typeof hintKinds)[number]

export interface Hint {
  kind: HintKind
  /** Station that the hint is about, if any. */
  station?: string
  /** Ids of the changed objects, at most 50; absent if there are more. */
  ids?: string[]
}

/** Newest readings of a connector: W, Wh since the start of the transaction, per cent. */
export interface Readings {
  station: string
  connectorid: number
  transactionid: number | null
  at: number
  power: number | null
  energy: number | null
  soc: number | null
}

export type ServerToConsole =
  /**
   * First message. `complete` is true if the hints since the age that the console stated follow, so that it does not need
   * to fetch all its data again.
   */
  | { type: 'hello'; session: string; complete: boolean }
  | { type: 'hints'; hints: Hint[] }
  | { type: 'readings'; readings: Readings[] }
  | { type: 'end'; reason: 'signed-out' | 'expired' | 'shutdown' }

/** `watch` lists the stations whose readings the tab wants; it replaces the earlier list (at most 20). */
export type ConsoleToServer = { type: 'watch'; stations: string[] }
