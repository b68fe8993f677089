import type { UserAction } from './user-actions.ts'

export interface Person {
  id: string
  username: string
}

/** An action and its users, or a group and the users who are added to it. */
export interface BulkTask {
  title: string
  people: readonly Person[]
  action: UserAction | { group: string }
}
