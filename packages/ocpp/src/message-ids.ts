/** The longest message id of OCPP-J 1.6 (4.1.4), in characters. */
export const maxMessageIdLength = 36

/**
 * Returns a generator of message ids for one connection: short, because every frame carries one, and unique
 * per sender and connection, as 4.1.4 requires.
 */
export function messageIds(prefix = ''): () => string {
  let last = 0
  return () => prefix + (++last).toString(36)
}
