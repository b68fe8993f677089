import { activityKinds } from '@stationmaster/contract'
import type { Column, FileTexts } from '../../../ui/table/columns.ts'
import type { Activity } from './use-activity.ts'

const kindWords = ({ text }: FileTexts) =>
  Object.fromEntries(activityKinds.map((kind) => [kind, text(`activity:kinds.${kind}`)]))

/** Columns of an exported activity. */
export const activityFile: readonly Column<Activity>[] = [
  { id: 'time', title: 'activity:facts.time', sort: 'datetime' },
  { id: 'station', title: 'activity:facts.station', sort: 'identity' },
  { id: 'connector', title: 'activity:facts.connector', sort: 'connectorid' },
  { id: 'event', title: 'activity:facts.event', file: [{ field: 'kind', words: kindWords }] },
  { id: 'details', title: 'activity:facts.details', sort: 'details' },
  { id: 'session', title: 'activity:facts.session', sort: 'transactionid' },
  { id: 'card', title: 'activity:facts.card', file: [{ field: 'idtag' }] },
  { id: 'holder', title: 'activity:facts.holder', sort: 'cardname' },
  { id: 'user', title: 'activity:facts.user', sort: 'username' },
].map((column) => ({ ...column, cell: () => null }) as Column<Activity>)
