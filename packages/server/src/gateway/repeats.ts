/** Facts that a station may tell again under the same message id; their answers hold no clock. */
const remembered = new Set(['StartTransaction', 'StopTransaction', 'MeterValues', 'DataTransfer'])
const mostRemembered = 4
/** Longer messages are told apart by what they say, in the database. */
const longestRemembered = 4_096

interface Told {
  id: string
  action: string
  rawPayload: string
  answer: string
}

/**
 * What one connection has answered last. The same message id with the same action and payload is the same message
 * told again, and gets the same answer; with another payload it is a new one: some stations never change their id.
 */
export class Repeats {
  private told: Told[] = []

  find(id: string, action: string, rawPayload: string): string | null {
    for (const one of this.told)
      if (one.id === id && one.action === action && one.rawPayload === rawPayload) return one.answer
    return null
  }

  keep(told: Told): void {
    if (!remembered.has(told.action) || told.rawPayload.length > longestRemembered) return
    if (this.told.length >= mostRemembered) this.told.shift()
    this.told.push(told)
  }
}
