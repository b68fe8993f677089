import type { SampleKind } from '../shared/facts.ts'
import type { Lane } from './ingest-lane.ts'

/** The words that stations choose freely are not to fill the memory: further kinds are stored as this one. */
const mostKinds = 5_000
const otherKind: SampleKind = {
  measurand: 'Other',
  phase: null,
  location: null,
  unit: null,
  context: null,
  format: null,
}

const separator = '\u001f'

export const kindKey = (kind: SampleKind): string =>
  [kind.measurand, kind.phase, kind.location, kind.unit, kind.context, kind.format]
    .map((part) => part ?? '')
    .join(separator)

const learnText = `
with given as (select * from json_to_recordset($1::json)
  as x(measurand text, phase text, location text, unit text, context text, format text, key text)),
made as (
  insert into sample_kinds (measurand, phase, location, unit, context, format, key)
  select measurand, phase, location, unit, context, format, key from given
  on conflict (key) do nothing returning id, key)
select id, key from made
union all select k.id, k.key from sample_kinds k join given g on g.key = k.key`

/** The dictionary of `sample_kinds`, kept in memory. */
export class KindTable {
  private readonly ids = new Map<string, number>()

  idOf(key: string): number {
    const id = this.ids.get(key) ?? this.ids.get(kindKey(otherKind))
    if (id === undefined) throw new Error('a kind of sample was not learnt before it was used')
    return id
  }

  async learn(lane: Lane, kinds: readonly SampleKind[]): Promise<void> {
    const unknown = new Map<string, SampleKind>()
    for (const kind of kinds) {
      const key = kindKey(kind)
      if (!this.ids.has(key)) unknown.set(key, kind)
    }
    if (unknown.size === 0) return
    if (this.ids.size + unknown.size > mostKinds) {
      unknown.clear()
      if (!this.ids.has(kindKey(otherKind))) unknown.set(kindKey(otherKind), otherKind)
      else return
    }
    const given = JSON.stringify(Array.from(unknown, ([key, kind]) => ({ ...kind, key })))
    // A kind that another process makes at this moment is seen by the second question only.
    for (let round = 0; round < 2 && [...unknown.keys()].some((key) => !this.ids.has(key)); round++) {
      const rows = (await lane.query('learn-kinds', learnText, [given])) as { id: number; key: string }[]
      for (const { id, key } of rows) this.ids.set(key, id)
    }
  }
}
