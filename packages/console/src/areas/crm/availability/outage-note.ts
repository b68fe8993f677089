/** Note that a station or connector is out of service. */
interface ServiceNote {
  outofservicereason: string | null
  outofservicesince: string | null
}

/** Returns why the connector or its station is out of service, if an outage with this end belongs to it; else ''. */
export const reasonOfOutage = (end: string, notes: readonly (ServiceNote | undefined)[]): string =>
  notes.find((note) => note?.outofservicesince && end > note.outofservicesince)?.outofservicereason ?? ''
