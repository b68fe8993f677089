/** How a station may differ from the standard and still be understood. */
export type DeviationRule =
  /** A member the schema does not know; left out of the value. */
  | 'extra'
  /** A required member is not there; a stand-in was put in its place. */
  | 'missing'
  /** An optional member is `null`; read as absent. */
  | 'null'
  /** A member that makes no sense; left out, or a stand-in was put in its place. */
  | 'unreadable'
  /** A text beyond its limit; kept whole, or cut where it goes far beyond. */
  | 'too-long'
  /** A word the standard does not have; kept as it came. */
  | 'unknown-word'
  /** A word of the standard in another case or with other separators; put right. */
  | 'word-spelling'
  /** A member of the standard in another case or with other separators; put right. */
  | 'member-spelling'
  /** A number written as text, or a text written as number; converted. */
  | 'wrong-type'
  /** A number with more decimals than the standard allows; whole numbers are rounded. */
  | 'fraction'
  /** A list with too few entries; kept. */
  | 'short-list'
  /** One object where a list of them belongs; read as a list of one. */
  | 'single-as-list'
  /** A time in another form than RFC 3339; kept as it came. */
  | 'time-form'
  /** A time without a zone; kept as it came. */
  | 'time-without-zone'
  /** A text that is no time; kept as it came. */
  | 'time-unreadable'

/** One deviation, ready to be counted: the rule and the place, list indexes as `*`: `time-form /timestamp`. */
export type Deviation = `${DeviationRule} ${string}`
