const reportable: readonly string[] = ['created', 'available', 'unavailable', 'faulted']

/** Returns the state that a station's connectors show, unless a user has set a state that no station reports. */
export const stateShown = ({
  statecode,
  displaystate,
}: {
  statecode: string
  displaystate: string
}): string => (reportable.includes(statecode) ? displaystate : statecode)
