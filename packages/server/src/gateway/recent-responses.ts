/** Actions that a station may resend under the same message id; their answers contain no time. */
const rememberedActions = new Set(['StartTransaction', 'StopTransaction', 'MeterValues', 'DataTransfer'])
const maxResponses = 4
/** Longer messages are identified by their content, in the database. */
const maxLength = 4_096

interface RecentResponse {
  id: string
  action: string
  rawPayload: string
  answer: string
}

/**
 * Recent responses of one connection. A call with the same message id, action and payload is a resend and
 * gets the same response; with another payload it is a new call: some stations never change their message id.
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
