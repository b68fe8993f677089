/** Departures from the standard that the logic of a station has to know; set by quirks. */
export type Trait =
  /** Q8: opens the next socket before the last one is closed. */
  | 'overlaps-sockets'
  /** Q14: treats a time with more than milliseconds, or without Z, as no answer. */
  | 'reads-only-z'
  /** Q27: starts without authorizing the card. */
  | 'never-authorises'
  /** Q34: does not boot after a restart and continues as before. */
  | 'skips-boot'
  /** Q35: resends rejected messages every ten seconds, forever. */
  | 'never-gives-up'
  /** Q37: accepts a remote start and does nothing. */
  | 'ignores-remote-start'
  /** Q48: restarts whenever the connection to the server is lost. */
  | 'reboots-on-loss'
