/** Kinds of departures from the standard that are tolerated. */
export type DeviationRule =
  /** A member that the schema does not define; dropped. */
  | 'extra'
  /** A required member is missing; replaced by a default. */
  | 'missing'
  /** An optional member is `null`; treated as absent. */
  | 'null'
  /** A member with an unusable value; dropped, or replaced by a default. */
  | 'unreadable'
  /** A text longer than its limit; stored in full, or truncated if it is far longer. */
  | 'too-long'
  /** An enum value that the standard does not define; stored as received. */
  | 'unknown-word'
  /** An enum value in different case or with other separators; corrected. */
  | 'word-spelling'
  /** A member name in different case or with other separators; corrected. */
  | 'member-spelling'
  /** A number written as text, or a text written as a number; converted. */
  | 'wrong-type'
  /** A number with more decimals than the standard allows; integers are rounded. */
  | 'fraction'
  /** A list with too few entries; stored as received. */
  | 'short-list'
  /** A single object instead of a list; read as a list with one entry. */
  | 'single-as-list'
  /** A time in another format than RFC 3339; stored as received. */
  | 'time-form'
  /** A time without a time zone; stored as received. */
  | 'time-without-zone'
  /** A text that is not a time; stored as received. */
  | 'time-unreadable'

/** One deviation to be counted: the rule and the path, with list indexes as `*`: `time-form /timestamp`. */
export type Deviation = `${DeviationRule} ${string}`
