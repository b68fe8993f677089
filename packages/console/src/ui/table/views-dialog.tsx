import type { ViewList } from '../../lib/saved-views.ts'
import { useTexts } from '../../lib/texts.ts'
import { Dialog } from '../feedback/dialog.tsx'
import { SavedViews } from './saved-views.tsx'

/** Saved views of a list in a dialog, for phones. */
export function ViewsDialog({
  onClose,
  ...views
}: {
  list: ViewList
  columns: readonly string[] | null
  onClose: () => void
}) {
  return (
    <Dialog title={useTexts()('ui.table.views')} onClose={onClose} confirmsDiscard={false}>
      <SavedViews {...views} onClose={onClose} />
    </Dialog>
  )
}
