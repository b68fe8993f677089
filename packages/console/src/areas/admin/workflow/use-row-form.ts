import type { Endpoint, workflowStateDelete } from '@stationmaster/contract'
import type { OwnRow } from './class-model.ts'
import { useChange } from '../../../lib/use-change.ts'
import type { Sent } from './outcome.tsx'
import { type Draft, type FieldWords, useFields } from './use-draft.ts'

/** A row of a class in a dialog: its labelled fields, saving and removing it. */
export function useRowForm<Row extends OwnRow, V extends object, Set extends Endpoint>({
  row,
  draft,
  values,
  words,
  set,
  remove,
  onClose,
}: {
  /** Null for a new row. */
  row: Row | null
  draft: Draft<V>
  /** The values to save: typed ones and those derived from them. */
  values: V
  words: FieldWords<V>
  set: Set
  /** One of the endpoints that remove a row; all have the same body. */
  remove: Endpoint
  onClose: () => void
}) {
  const save = useChange(set, { onReloaded: onClose })
  const removal = useChange(remove as typeof workflowStateDelete, { onReloaded: onClose })
  return {
    row,
    /** The row if it belongs to the class itself: an inherited one is replaced, not changed. */
    own: row?.inherited ? null : row,
    draft,
    words,
    fields: useFields({ draft, values, words, failure: save.error }),
    save,
    removal,
    remove: () => {
      if (row) removal.mutate({ id: row.id, version_no: row.version_no })
    },
    onClose,
  }
}
export type RowForm<V extends object> = Pick<
  ReturnType<typeof useRowForm<OwnRow, V, Endpoint>>,
  'row' | 'own' | 'draft' | 'words' | 'remove' | 'onClose'
> & { save: Sent; removal: Sent }
