/** The longest message id of OCPP-J 1.6 (4.1.4), in characters. */
export const maxMessageIdLength = 36

/**
 * A source of message ids for one connection: short, because they travel with every frame, and unique per
 * sender and connection, which is all that 4.1.4 asks.
 */
export function messageIds(prefix = ''): () => string {
  let last = 0
  return () => prefix + (++last).toString(36)
}
