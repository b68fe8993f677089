/** What is measured of a server at one time. */
export interface Sample {
  minute: number
  residentMib: number
  openFiles: number
  connections: number
  loopDelayMs: number
  databaseMib: number
  /** Messages of stations that were acknowledged until then. */
  messages: number
}

type Measured = Exclude<keyof Sample, 'minute' | 'messages'>

/** Growth per hour that is no leak. */
const limits: Readonly<Record<Exclude<Measured, 'databaseMib'>, number>> = {
  residentMib: 60,
  openFiles: 30,
  connections: 6,
  loopDelayMs: 20,
}
/** Bytes by which the database may grow per message; a meter value with four samples takes some 1,500. */
const bytesPerMessage = 4_096

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns the slope of the line through these points with the least squares. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const [x0, y0] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const spread = points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0)
  return points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0) / spread
}

/** Returns the growth of each value per hour after the first third, and what grows beyond its limit. */
export function judge(samples: readonly Sample[]): { growth: string[]; excess: string[] } {
  const steady = samples.slice(Math.floor(samples.length / 3))
  const perHour = (key: Measured) => 60 * slope(steady.map((sample) => [sample.minute, sample[key]]))
  const growth: string[] = []
  const excess: string[] = []
  for (const [key, limit] of Object.entries(limits) as [keyof typeof limits, number][]) {
    const found = perHour(key)
    const text = `${key} ${found.toFixed(1)} per hour`
    growth.push(text)
    if (found > limit) excess.push(`${text}, at most ${limit}`)
  }
  const perMessage = 1_048_576 * slope(steady.map(({ messages, databaseMib }) => [messages, databaseMib]))
  const text = `database ${perMessage.toFixed(0)} bytes per message`
  growth.push(text)
  if (perMessage > bytesPerMessage) excess.push(`${text}, at most ${bytesPerMessage}`)
  return { growth, excess }
}
