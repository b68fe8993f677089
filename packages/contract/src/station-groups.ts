import { Type } from 'typebox'
import { sees } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Filter, Int, Nullable, Optional, SearchTerm, Text, Words } from './shapes.ts'

/** What lists of stations can be grouped by. */
export const stationGroupings = ['site', 'network'] as const
/** Groups whose figures can be requested together: those of a page of a list. */
export const maxStationGroups = 100

export const stationGroups = endpoint({
  path: '/charge_point/group/count',
  subject: 'Stations',
  summary:
    'How many stations some sites or networks have, and how many of them have a problem, with the same filters',
  may: 'operator',
  use: sees('charge_point'),
  body: Type.Object(
    {
      filter: Optional(Filter),
      search: Optional(Type.Array(SearchTerm)),
      by: Words(stationGroupings),
      /** Ids of sites or names of networks; null: stations without one. */
      keys: Type.Array(Nullable(Text), { maxItems: maxStationGroups }),
    },
    closed,
  ),
  answer: Type.Array(Type.Object({ key: Nullable(Text), count: Int, problems: Int })),
})
