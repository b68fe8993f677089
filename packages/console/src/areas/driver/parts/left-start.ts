/** Place and connector of a start that the driver has left to top up the balance. */
export interface LeftStart {
  place: string
  connector: string
}

const name = 'stationmaster.left_start'
/** Milliseconds in which a driver returns to the start. */
const validMs = 3_600_000

/** Stores in this tab where the driver comes from; the page of a payment provider replaces the application. */
export function leaveStart({ place, connector }: LeftStart): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ place, connector, at: Date.now() }))
  } catch {
    // without storage, the driver finds the place again
  }
}

/** Returns the start that the driver has left within the last hour. */
export function leftStart(): LeftStart | null {
  try {
    const { place, connector, at } = JSON.parse(sessionStorage.getItem(name) ?? '{}')
    const isValid = typeof place === 'string' && typeof connector === 'string' && Date.now() - at < validMs
    return isValid ? { place, connector } : null
  } catch {
    return null
  }
}
