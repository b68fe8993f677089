import type { ReferenceKind } from '@stationmaster/contract'
import { nothing } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import {
  agoColumn,
  codeColumn,
  none,
  stateChip,
  stateColumn,
  textColumn,
} from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import {
  type CommonRow,
  type FieldName,
  type FieldShape,
  fieldsOf,
  type ReferenceRow,
} from './reference-rows.ts'

const State = stateChip<ReferenceRow['statecode']>({
  tones: { created: 'busy', enabled: 'good', disabled: 'calm' },
  word: (state) => `references:states.${state}`,
})

function Word({ value }: { value: string }) {
  return useTexts('references')(`words.${value as 'ac'}`) // One of the enumerated values of the schema.
}

const names: readonly Column<CommonRow>[] = [
  textColumn('name', 'references:name', { min: 180, narrow: 'title' }),
  codeColumn('code', 'references:code', { narrow: 'subtitle' }),
]

const others: readonly Column<CommonRow>[] = [
  stateColumn('statecode', 'references:state', { Chip: State }),
  textColumn('description', 'references:description', { sort: false, min: 200, hidden: true }),
  agoColumn('lastupdate', 'references:lastupdate', { hidden: true }),
]

/** Returns the columns of a kind: the common ones, and between name and state its own. */
export const columnsOf = (kind: ReferenceKind): readonly Column<ReferenceRow>[] => [
  ...names,
  ...(kind === 'model' ? [vendorColumn] : []),
  ...fieldsOf(kind).map(([name, shape]) => ownColumn(name, shape)),
  ...others,
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
