import {
  activityCategories,
  type ActivityCategory,
  type activityList,
  type BodyOf,
} from '@stationmaster/contract'
import { type Go, many, text, type Values } from '../../../lib/address.ts'
import {
  instant,
  isCustom,
  rangeParameters,
  type RangePlace,
  type TimeRange,
} from '../../../lib/time-range.ts'

/** State of the activity view, all of it in the address; `sfrom` and `sto` select a part of the period. */
export const activityParameters = {
  ...rangeParameters('day'),
  sfrom: instant(),
  sto: instant(),
  show: many(),
  q: text(),
  event: text(),
}
export type ActivityPlace = Values<typeof activityParameters>

export interface ActivityViewProps {
  at: ActivityPlace
  go: Go<typeof activityParameters>
}

export type ActivityBody = BodyOf<typeof activityList>

/** Station or site whose events are shown; all stations without it. */
export type Within = Pick<ActivityBody, 'stationid' | 'siteid'>

/** Returns the categories that the address names. */
export const shownCategories = ({ show }: Pick<ActivityPlace, 'show'>): ActivityCategory[] =>
  activityCategories.filter((category) => show.includes(category))

/** Returns the selected part of the period; null without one. */
export const selectionOf = ({ sfrom, sto }: ActivityPlace): { from: number; to: number } | null =>
  sfrom === '' || sto === '' || sfrom >= sto ? null : { from: Date.parse(sfrom), to: Date.parse(sto) }

/** Returns the filters that the list and the histogram share. */
export function activityFilter(at: ActivityPlace, within: Within): Within & Pick<ActivityBody, 'text'> {
  const wanted = at.q.trim()
  return { ...within, ...(wanted === '' ? {} : { text: wanted.slice(0, 100) }) }
}

/** Returns the limits of the list: the selected part, otherwise the period. */
export function listLimits(at: ActivityPlace, limits: TimeRange): Pick<ActivityBody, 'from' | 'to'> {
  const { from, to } = selectionOf(at) === null ? limits : { from: at.sfrom, to: at.sto }
  return { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }
}

/** Returns true if new events belong to the list, so that it can be followed. */
export const isOpenEnded = (at: ActivityPlace): boolean =>
  selectionOf(at) === null && (isCustom(at) ? at.to === '' : at.range !== 'night' && at.range !== 'yesterday')

/** Period that is followed live. */
export const livePlace: RangePlace & Pick<ActivityPlace, 'sfrom' | 'sto' | 'event'> = {
  range: 'day',
  from: '',
  to: '',
  sfrom: '',
  sto: '',
  event: '',
}
