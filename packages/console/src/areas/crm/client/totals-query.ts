const hints = ['transaction.started', 'transaction.changed', 'transaction.stopped', 'client.changed'] as const

/** Returns body and options of the totals of a client; periods are those of the browser's time zone. */
export const totalsQuery = (id: string) =>
  [{ id, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }, { hints }] as const
