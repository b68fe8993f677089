import { stationGroupings } from '@stationmaster/contract'
import { oneOf } from '../../lib/address.ts'

export type Grouping = (typeof stationGroupings)[number]

/** Parameter of the address: what stations are grouped by. */
export const grouping = oneOf(['', ...stationGroupings])
