import type { ReferenceKind } from '@stationmaster/contract'
import { nothing } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Identity } from '../../../ui/data/copy.tsx'
import { type Tone, ToneChip } from '../../../ui/state/state-chip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Ago } from '../../../ui/time/moment.tsx'
import { type FieldName, type FieldShape, fieldsOf, type ReferenceRow } from './reference-rows.ts'

const tones: Record<ReferenceRow['statecode'], Tone> = { created: 'busy', enabled: 'good', disabled: 'calm' }

function State({ state }: { state: ReferenceRow['statecode'] }) {
  return <ToneChip tone={tones[state]}>{useTexts('references')(`states.${state}`)}</ToneChip>
}

function Word({ value }: { value: string }) {
  return useTexts('references')(`words.${value as 'ac'}`) // One of the enumerated values of the schema.
}

const none = <span className="muted">{nothing}</span>

/** Returns the columns of a kind: the common ones, and between name and state its own. */
export const columnsOf = (kind: ReferenceKind): readonly Column<ReferenceRow>[] => [
  {
    id: 'name',
    title: 'references:name',
    sort: 'name',
    min: 180,
    narrow: 'title',
    cell: (row) => <bdi>{row.name}</bdi>,
  },
  {
    id: 'code',
    title: 'references:code',
    sort: 'code',
    narrow: 'subtitle',
    cell: (row) => <Identity value={row.code} />,
  },
  ...(kind === 'model' ? [vendorColumn] : []),
  ...fieldsOf(kind).map(([name, shape]) => ownColumn(name, shape)),
  {
    id: 'statecode',
    title: 'references:state',
    sort: 'statecode',
    narrow: 'badge',
    cell: (row) => <State state={row.statecode} />,
  },
  {
    id: 'description',
    title: 'references:description',
    min: 200,
    hidden: true,
    cell: (row) => row.description ?? none,
  },
  {
    id: 'lastupdate',
    title: 'references:lastupdate',
    sort: 'lastupdate',
    hidden: true,
    cell: (row) => <Ago at={row.lastupdate} />,
  },
]

const vendorColumn: Column<ReferenceRow> = {
  id: 'vendorname',
  title: 'references:fields.vendorid',
  sort: 'vendorname',
  narrow: 'value',
  cell: (row) => <bdi>{String(row['vendorname'] ?? nothing)}</bdi>,
}

const isPower = (name: FieldName): boolean => name === 'minpower' || name === 'maxpower'

const ownColumn = (name: FieldName, shape: FieldShape): Column<ReferenceRow> => ({
  id: name,
  title: `references:fields.${name}`,
  sort: name,
  num: shape.type === 'integer',
  cell: (row, { format }) => {
    const value = row[name]
    if (value === null || value === undefined) return none
    if (isPower(name)) return format.power(Number(value))
    return shape.enum ? <Word value={String(value)} /> : <bdi>{String(value)}</bdi>
  },
})
