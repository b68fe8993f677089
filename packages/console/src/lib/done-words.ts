import type { Endpoint } from '@stationmaster/contract'

/** Returns the message after a successful call: "deleted" for deletions, "saved" for everything else. */
export const doneKey = ({ path }: Pick<Endpoint, 'path'>): 'ui.deleted' | 'ui.saved' =>
  path.endsWith('/delete') ? 'ui.deleted' : 'ui.saved'
