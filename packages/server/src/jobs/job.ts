/** A promise of a module: work that is done at its times, by one process of all, and again when it failed. */
export interface Job {
  /** `subject.verb`, as it stands in the queue. */
  name: string
  /** When, as five fields of cron in UTC. */
  every: string
  /** Also when a server starts: what has piled up while none ran. */
  atStart?: boolean
  work(): Promise<void>
}
