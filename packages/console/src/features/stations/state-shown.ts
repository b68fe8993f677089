const told: readonly string[] = ['created', 'available', 'unavailable', 'faulted']

/** What the connectors of a station show, unless people have given it a state that no station tells. */
export const stateShown = ({
  statecode,
  displaystate,
}: {
  statecode: string
  displaystate: string
}): string => (told.includes(statecode) ? displaystate : statecode)
