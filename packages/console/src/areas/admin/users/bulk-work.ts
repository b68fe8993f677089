import type { UserAction } from './user-actions.ts'

export interface Person {
  id: string
  username: string
}

/** What is done with whom: an action, or a group that they are put into. */
export interface Work {
  title: string
  people: readonly Person[]
  action: UserAction | { group: string }
}
