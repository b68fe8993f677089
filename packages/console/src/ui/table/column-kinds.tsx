import type { ComponentType, ReactNode } from 'react'
import type { Format } from '../../lib/format.ts'
import { type TextKey, useCustomLabels, useTextKey } from '../../lib/texts.ts'
import { Cut } from '../data/cut.tsx'
import { Identity } from '../data/copy.tsx'
import { type Tone, ToneChip } from '../state/state-chip.tsx'
import { Ago, Moment } from '../time/moment.tsx'
import type { Column, FileColumn, FileTexts } from './columns.ts'

/** Names of the fields of a row with values of a type. */
type FieldOf<Row, T> = { [K in keyof Row & string]: Row[K] extends T ? K : never }[keyof Row & string]

interface KindOptions extends Partial<Omit<Column<never>, 'title' | 'cell' | 'sort'>> {
  /** The API's column name for `orderby` if it is not the field; false if the column cannot be sorted. */
  sort?: string | false
}

type Text = string | null | undefined

const keysOf = <S extends string>(record: Record<S, unknown>): S[] => Object.keys(record) as S[]

/** Shown in a cell without a value. */
export const none = <span className="muted">–</span>

/** Returns a column of a field; its id is the field unless another is given. */
function fieldColumn<Row, T>(
  field: FieldOf<Row, T>,
  title: TextKey,
  { sort = field, show, ...options }: KindOptions & { show: (value: T, format: Format) => ReactNode },
): Column<Row> {
  return {
    id: field,
    title,
    file: [{ field }],
    ...(sort === false ? {} : { sort }),
    ...options,
    // FieldOf guarantees the type of the value.
    cell: (row, { format }) => show(row[field as keyof Row] as T, format),
  }
}

/** A text; `mono` for addresses and codes, `cut` limits its width. */
export const textColumn = <Row,>(
  field: FieldOf<Row, Text>,
  title: TextKey,
  { mono = false, cut, ...options }: KindOptions & { mono?: boolean; cut?: 'short' | 'wide' } = {},
): Column<Row> =>
  fieldColumn<Row, Text>(field, title, {
    ...options,
    show: (text) => {
      if (!text) return none
      return cut ? (
        <Cut text={text} mono={mono} wide={cut === 'wide'} />
      ) : (
        <bdi className={mono ? 'mono' : undefined}>{text}</bdi>
      )
    },
  })

/** An identity, a card's code, or the number of a transaction. */
export const codeColumn = <Row,>(
  field: FieldOf<Row, Text | number>,
  title: TextKey,
  options: KindOptions = {},
): Column<Row> =>
  fieldColumn<Row, Text | number>(field, title, {
    ...options,
    show: (code) =>
      code === null || code === undefined || code === '' ? none : <Identity value={String(code)} />,
  })

/** A card by its name or, without one, its code. */
export const cardColumn = <Row extends { code: string; cardname?: string | null }>(
  title: TextKey,
  options: Omit<KindOptions, 'sort'> = {},
): Column<Row> => ({
  id: 'card',
  title,
  sort: 'code',
  file: [{ field: 'code' }, { field: 'cardname', title: 'exports:cardName' }],
  ...options,
  cell: (row) => <span title={row.code}>{row.cardname ?? <Identity value={row.code} />}</span>,
})

export const numberColumn = <Row,>(
  field: FieldOf<Row, number | null>,
  title: TextKey,
  options: KindOptions = {},
): Column<Row> =>
  fieldColumn<Row, number | null>(field, title, {
    num: true,
    ...options,
    show: (value, format) => (value === null ? none : format.number(value)),
  })

/** An amount in the currency of the row. */
export const moneyColumn = <Row extends { currency: string }>(
  field: FieldOf<Row, string>,
  title: TextKey,
  { sort = field, ...options }: Partial<Omit<Column<Row>, 'sort'>> & { sort?: string | false } = {},
): Column<Row> => ({
  id: field,
  title,
  num: true,
  ...(sort === false ? {} : { sort }),
  file: [{ field }],
  // FieldOf guarantees the type of the value.
  cell: (row, { format }) => format.money(row[field as keyof Row] as string, row.currency),
  ...options,
})

/** A time, relative while it is recent. */
export const agoColumn = <Row,>(
  field: FieldOf<Row, Text>,
  title: TextKey,
  options: KindOptions = {},
): Column<Row> => fieldColumn<Row, Text>(field, title, { ...options, show: (at) => <Ago at={at} /> })

/** A time in full. */
export const momentColumn = <Row,>(
  field: FieldOf<Row, Text>,
  title: TextKey,
  { seconds = false, ...options }: KindOptions & { seconds?: boolean } = {},
): Column<Row> =>
  fieldColumn<Row, Text>(field, title, { ...options, show: (at) => <Moment at={at} seconds={seconds} /> })

/** Component that shows a state, with the words of all states for exported files. */
type StateComponent<S> = ComponentType<{ state: S }> & { words?: NonNullable<FileColumn['words']> }

/** A state as a chip, the badge of a card. */
export const stateColumn = <Row, S extends string>(
  field: FieldOf<Row, S>,
  title: TextKey,
  { Chip, ...options }: KindOptions & { Chip: StateComponent<S> },
): Column<Row> =>
  fieldColumn<Row, S>(field, title, {
    narrow: 'badge',
    file: [{ field, ...(Chip.words ? { words: Chip.words } : {}) }],
    ...options,
    show: (state) => <Chip state={state} />,
  })

/**
 * Returns a component that shows the states of a class as chips. Custom labels of the class take precedence.
 *
 *   export const PostState = stateChip({ tones, word: (state) => `posts:states.${state}` })
 */
export function stateChip<S extends string>({
  tones,
  word,
  classCode,
}: {
  tones: Record<S, Tone>
  word: (state: S) => TextKey
  classCode?: string
}) {
  const words = ({ text, custom }: FileTexts): Record<string, string> =>
    Object.fromEntries(
      keysOf(tones).map((state) => [
        state,
        (classCode && custom('state', classCode, state)) ?? text(word(state)),
      ]),
    )
  function StateOfObject({ state }: { state: S }) {
    const translate = useTextKey()
    const given = useCustomLabels()
    const label = classCode && given(classCode, state)
    return <ToneChip tone={tones[state]}>{label ?? translate(word(state))}</ToneChip>
  }
  return Object.assign(StateOfObject, { words })
}
