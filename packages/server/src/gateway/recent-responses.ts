/** Facts that a station may tell again under the same message id; their answers hold no clock. */
const rememberedActions = new Set(['StartTransaction', 'StopTransaction', 'MeterValues', 'DataTransfer'])
const maxResponses = 4
/** Longer messages are told apart by what they say, in the database. */
const maxLength = 4_096

interface RecentResponse {
  id: string
  action: string
  rawPayload: string
  answer: string
}

/**
 * What one connection has answered last. The same message id with the same action and payload is the same message
 * told again, and gets the same answer; with another payload it is a new one: some stations never change their id.
 */
export class RecentResponses {
  private responses: RecentResponse[] = []

  find(id: string, action: string, rawPayload: string): string | null {
    for (const one of this.responses)
      if (one.id === id && one.action === action && one.rawPayload === rawPayload) return one.answer
    return null
  }

  add(responses: RecentResponse): void {
    if (!rememberedActions.has(responses.action) || responses.rawPayload.length > maxLength) return
    if (this.responses.length >= maxResponses) this.responses.shift()
    this.responses.push(responses)
  }
}
