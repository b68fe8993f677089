import { dayOf } from '../../lib/day.ts'

/** Returns the first and last day of the month before a time, in the time zone of the browser. */
export const lastMonth = (now: Date) => ({
  periodfrom: dayOf(new Date(now.getFullYear(), now.getMonth() - 1, 1)),
  periodto: dayOf(new Date(now.getFullYear(), now.getMonth(), 0)),
})
