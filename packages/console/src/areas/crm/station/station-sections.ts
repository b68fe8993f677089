/** The sections of a station's page, in the order of the tabs; their names are part of the address. */
export const stationSections = [
  'activity',
  'details',
  'connectors',
  'location',
  'transactions',
  'reservations',
  'log',
  'photos',
  'notes',
  'link',
  'security',
] as const
export type StationSection = (typeof stationSections)[number]
