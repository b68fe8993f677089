import type { Endpoint, workflowStateDelete } from '@stationmaster/contract'
import type { OwnRow } from './class-model.ts'
import { useModelChange } from './use-change.ts'
import type { Sent } from './outcome.tsx'
import { type Draft, type FieldWords, useFields } from './use-draft.ts'

/** A row of a class in a dialog: its fields by their words, saving it and removing it. */
export function useRowForm<Row extends OwnRow, V extends object, Set extends Endpoint>({
  row,
  draft,
  values,
  words,
  set,
  remove,
  onClose,
}: {
  /** Null: a new one. */
  row: Row | null
  draft: Draft<V>
  /** As they would be saved: as typed, and what follows from that. */
  values: V
  words: FieldWords<V>
  set: Set
  /** One of the endpoints that remove a row: they all ask for the same. */
  remove: Endpoint
  onClose: () => void
}) {
  const save = useModelChange(set, onClose)
  const removal = useModelChange(remove as typeof workflowStateDelete, onClose)
  return {
    row,
    /** The row where it is the class's own: one that is inherited is replaced, not changed. */
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
