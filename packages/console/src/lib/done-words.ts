import type { Endpoint } from '@stationmaster/contract'

/** Returns the message after a call has succeeded: what deletes says so, everything else has saved changes. */
export const doneKey = ({ path }: Pick<Endpoint, 'path'>): 'ui.deleted' | 'ui.saved' =>
  path.endsWith('/delete') ? 'ui.deleted' : 'ui.saved'
