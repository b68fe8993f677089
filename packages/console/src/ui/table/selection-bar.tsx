import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button, IconButton } from '../buttons.tsx'
import { countOf, type Selection } from './selection.ts'
import css from './list-panel.module.css'

/** Replaces the toolbar while rows are selected: their number, "all that match", actions. */
export function SelectionBar({
  selection,
  total,
  actions,
}: {
  selection: Selection
  total: number | null
  actions?: ReactNode
}) {
  const t = useTexts()
  const count = countOf(selection, total)
  const words =
    selection.all && selection.except.size === 0
      ? t('ui.table.allSelected', { count })
      : t('ui.table.selected', { count })
  return (
    <div className={css.chosen} data-screen-only role="toolbar" aria-label={words}>
      <IconButton small label={t('ui.table.clearSelection')} onClick={selection.clear}>
        <IconX size={16} />
      </IconButton>
      <b aria-live="polite">{words}</b>
      {!selection.all && total !== null && total > count && (
        <Button small kind="quiet" onClick={selection.chooseAll}>
          {t('ui.table.selectMatching', { count: total })}
        </Button>
      )}
      <div className={css.chosenActions}>{actions}</div>
    </div>
  )
}
