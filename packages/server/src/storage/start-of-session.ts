interface Instants {
  requestedAt: string
  startedAt: string
  receivedAt: string
}

/**
 * Returns the condition: a session can follow from a start that was requested by phone. It begins within 15 minutes; its
 * station may report it later, and its clock may be two minutes behind.
 */
export const canFollow = ({ requestedAt, startedAt, receivedAt }: Instants): string =>
  `(${requestedAt} between least(${receivedAt}, ${startedAt}) - interval '15 minutes' and ${receivedAt}
    and (${requestedAt} >= ${receivedAt} - interval '15 minutes' or ${startedAt} >= ${requestedAt} - interval '2 minutes'))`

/** The condition for a start `driver_charges d` and a session `transactions t`. */
export const followsStart = canFollow({
  requestedAt: 'd.created_at',
  startedAt: 't.started_at',
  receivedAt: 't.received_start_at',
})

/**
 * Instant at which the session `transactions t` began, which followed the start `driver_charges d`: not before the request
 * and not after the report, whatever the clock of the station says.
 */
export const beganAt = 'least(greatest(t.started_at, d.created_at), t.received_start_at)'
