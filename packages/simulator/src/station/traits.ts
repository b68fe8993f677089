/** Departures from the standard that the logic of a station must know of; quirks switch them on. */
export type Trait =
  /** Q8: opens the next socket before the last one is closed. */
  | 'overlaps-sockets'
  /** Q14: takes a time with more than milliseconds, or without Z, for no answer. */
  | 'reads-only-z'
  /** Q27: starts without asking whether a card may charge. */
  | 'never-authorises'
  /** Q34: does not boot after a restart and goes on with what it did before. */
  | 'skips-boot'
  /** Q35: repeats what was refused every ten seconds, for ever. */
  | 'never-gives-up'
  /** Q37: accepts a remote start and does nothing. */
  | 'ignores-remote-start'
  /** Q48: starts anew whenever the server has gone away. */
  | 'reboots-on-loss'
