/** A state change made by a station or the system; `from` and `to` are equal if the state stays. */
export interface StateChange {
  accountId: string
  classCode: string
  objectId: string
  action: string
  from: string
  to: string
}

/** The actions for which scripts are registered; state changes of other actions are not stored. */
export interface Subscriptions {
  /** Classes and actions in the form `class.action`. */
  readonly actions: readonly string[]
  includes(change: Pick<StateChange, 'classCode' | 'action'>): boolean
}

export const noSubscriptions: Subscriptions = { actions: [], includes: () => false }
