import type { Hint } from '@stationmaster/contract'

/** What server processes tell each other. Hints and routing only: nothing is acknowledged because the bus took it. */
export interface BusEvents {
  /** For consoles of one account; see also `toAdministrators`. */
  hint: { account: string; hint: Hint }
  /** A command waits for this station; the process that holds its socket fetches it. */
  'command.queued': { station: string }
  /** A command reached an end state; callers that wait for it look again. */
  'command.ended': { command: string; station: string }
  /** A session of a person ended: its streams close. */
  'session.ended': { session: string }
  /** What a person may do, or where from, changed; null: of many people. `role`: whose rows they see; `rights`: rules. */
  'person.changed': { user: string | null; role?: true; rights?: true }
  /** The object model was changed: what processes remember of it is stale. */
  'workflow.changed': object
  /** A mail was written: the job that sends has work. */
  'mail.queued': object
  /** Something was written into the audit trail; told by the table itself. */
  'audit.grown': object
  /** A script wants something posted: the job that posts has work. */
  'post.queued': object
  /** The system did something for which a script waits: the job that runs them has work. */
  'script.queued': object
  /** A person asks for the socket to be closed, or the station's credentials changed or it was deleted. */
  'station.drop': { station: string; why: string }
  /** Facts about the station were changed from outside its session: what the session remembers is stale. */
  'station.stale': { station: string }
  /** A newer socket of the station was registered with this epoch, perhaps in another process. */
  'station.taken': { station: string; epoch: number; process: string }
}

/** For consoles of administrators alone, who hear the hints of every account. */
export const toAdministrators = (hint: Hint) => ({ kind: 'hint', account: '', hint }) as const

export type BusKind = keyof BusEvents
export type BusEvent = { [K in BusKind]: { kind: K } & BusEvents[K] }[BusKind]
export type BusEventOf<K extends BusKind> = Extract<BusEvent, { kind: K }>
