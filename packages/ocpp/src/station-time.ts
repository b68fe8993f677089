/** What a station meant by a time it wrote. */
export interface StationTime {
  /** The instant, to the millisecond; null when the text is no time. */
  at: Date | null
  /** Whether the text said which zone it is in. Without one, the zone asked for (or UTC) was assumed. */
  hadZone: boolean
  /** Whether it was written as OCPP asks: RFC 3339, with a zone. */
  isStrict: boolean
}

const STRICT = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

const DATE = String.raw`(?<year>\d{4})(?:-(?<month>\d{1,2})-(?<day>\d{1,2})|(?<md>\d{4}))`
const CLOCK = String.raw`(?<hour>\d{1,2}):?(?<minute>\d{2})(?::?(?<second>\d{1,2})(?:[.,](?<fraction>\d+))?)?`
const ZONE = String.raw`(?<utc>[zZ]|UTC|GMT)|(?<sign>[+-])(?<zoneHour>\d{1,2})(?::?(?<zoneMinute>\d{2}))?`
const LENIENT = new RegExp(`^${DATE}(?:(?:[tT]|\\s+)${CLOCK})?\\s*(?:${ZONE})?$`)

const unreadable: StationTime = { at: null, hadZone: false, isStrict: false }

/** What one unit of an epoch number is worth in milliseconds, by the number of its digits. */
const epochUnits = new Map([
  [10, 1000],
  [13, 1],
  [16, 0.001],
])

/** Seconds, milliseconds or microseconds since 1970. */
function readEpoch(text: string): StationTime | null {
  const unit = /^\d+$/.test(text) ? epochUnits.get(text.length) : undefined
  return unit === undefined
    ? null
    : { at: new Date(Math.floor(Number(text) * unit)), hadZone: true, isStrict: false }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const numeric = 'numeric'
  const made = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  })
  formatters.set(timeZone, made)
  return made
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(formatter: Intl.DateTimeFormat, utcMs: number): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatter.formatToParts(utcMs)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(utcMs / 1000) * 1000
}

/** The instant at which clocks of a zone show a wall time; an unknown zone counts as UTC. */
function instantOf(wallMs: number, timeZone: string): number {
  try {
    const formatter = formatterOf(timeZone)
    const guess = wallMs - offsetAt(formatter, wallMs)
    return wallMs - offsetAt(formatter, guess)
  } catch {
    // A setting that names no zone must not cost us a station's message.
    return wallMs
  }
}

type Parts = Partial<Record<string, string>>

/** The wall time in milliseconds as if it were UTC; null for a day or an hour that does not exist. */
function wallTime(parts: Parts): number | null {
  const year = Number(parts['year'])
  // Outside of these a database may not hold the instant once its offset is applied.
  if (year < 1900 || year > 9990) return null
  const month = Number(parts['month'] ?? parts['md']?.slice(0, 2))
  const day = Number(parts['day'] ?? parts['md']?.slice(2))
  const [hour, minute, second] = [parts['hour'], parts['minute'], parts['second']].map((part) =>
    Number(part ?? 0),
  )
  const inDay = ((hour ?? 0) * 60 + (minute ?? 0)) * 60 + (second ?? 0)
  if ((hour ?? 0) > 24 || (minute ?? 0) > 59 || (second ?? 0) > 60 || inDay > 86_400) return null
  const midnight = new Date(0)
  midnight.setUTCFullYear(year, month - 1, day)
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null
  const ms = Number((parts['fraction'] ?? '').padEnd(3, '0').slice(0, 3))
  return midnight.getTime() + inDay * 1000 + ms
}

/** The offset that a text states, in milliseconds; null when it states none, NaN when there is no such offset. */
function statedOffset(parts: Parts): number | null {
  if (parts['utc']) return 0
  if (!parts['sign']) return null
  const hours = Number(parts['zoneHour'])
  const minutes = Number(parts['zoneMinute'] ?? 0)
  if (hours > 23 || minutes > 59) return Number.NaN
  return (parts['sign'] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/**
 * Reads a time that a station wrote, in any of the forms seen in the field: fractions of any length, offsets as
 * `+02:00`, `+0200` or `+03`, no seconds, no zone, a space for the T, epoch numbers. Never throws.
 * @param timeZone the IANA zone of the station, for texts without a zone; UTC when it is not known
 */
export function readStationTime(text: string, timeZone?: string): StationTime {
  const trimmed = text.trim()
  // No form is longer; a station may send anything, and the pattern should not see it.
  if (trimmed.length > 64) return unreadable
  const parts = LENIENT.exec(trimmed.replace(/^(\d{8})(\d{6})$/, '$1T$2'))?.groups
  if (!parts) return readEpoch(trimmed) ?? unreadable
  const wall = wallTime(parts)
  const offset = statedOffset(parts)
  if (wall === null || Number.isNaN(offset)) return unreadable
  if (offset !== null) return { at: new Date(wall - offset), hadZone: true, isStrict: STRICT.test(text) }
  return { at: new Date(timeZone ? instantOf(wall, timeZone) : wall), hadZone: false, isStrict: false }
}
