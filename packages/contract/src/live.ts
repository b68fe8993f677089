/**
 * What a console can receive on its live socket. A hint holds a kind and ids, never a row: it says that
 * something may have to be fetched again. Only `readings` carries values, and only for an object the tab watches.
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
  'command.changed',
  'log.added',
  'transfer.changed',
  'quarantine.changed',
  'profile.changed',
  'account.changed',
  'notice.changed', // of a person of the account; each asks for their own
  'object.changed', // of a class that administrators made
  'user.changed', // a person, a session or a group; for administrators
  'mail.changed', // for administrators
  'post.changed', // a post of a script; for administrators
  'rights.changed', // what the person may do; `/class` tells
  'storage.changed', // storage became unavailable or came back
] as const
export type HintKind = (typeof hintKinds)[number]

export interface Hint {
  kind: HintKind
  /** The station the hint belongs to, where there is one. */
  station?: string
  /** Ids of the changed objects, at most 50; absent means many. */
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
  | { type: 'hello'; session: string }
  | { type: 'hints'; hints: Hint[] }
  | { type: 'readings'; readings: Readings[] }
  | { type: 'end'; reason: 'signed-out' | 'expired' | 'shutdown' }

/** `watch` names the stations whose readings the tab wants; it replaces the earlier list (at most 20). */
export type ConsoleToServer = { type: 'watch'; stations: string[] }
