import { changeSettings, useSettings } from '../../lib/settings.ts'
import { type TextKey, useTextKey, useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Checkbox } from '../form/checkbox.tsx'
import css from './list-panel.module.css'

/** Check boxes of the columns of a table, except the first, and the density; loaded when opened. */
export function ColumnsList({
  columns,
  present,
  isDefault,
  onChange,
}: {
  columns: readonly { id: string; title: TextKey }[]
  /** Ids of the visible columns. */
  present: readonly string[]
  isDefault: boolean
  /** Null for the default. */
  onChange: (ids: string[] | null) => void
}) {
  const t = useTexts()
  const translate = useTextKey()
  const { dense } = useSettings()
  const toggle = (id: string, on: boolean): void =>
    onChange(
      columns.map((column) => column.id).filter((known) => (known === id ? on : present.includes(known))),
    )
  return (
    <div className={css.columns}>
      {columns.slice(1).map((column) => (
        <Checkbox
          key={column.id}
          label={translate(column.title)}
          checked={present.includes(column.id)}
          onChange={(on) => toggle(column.id, on)}
        />
      ))}
      <Button small kind="quiet" disabled={isDefault} onClick={() => onChange(null)}>
        {t('ui.table.columnsDefault')}
      </Button>
      <hr />
      <Checkbox
        label={t('ui.table.dense')}
        checked={dense}
        onChange={(on) => changeSettings({ dense: on })}
      />
    </div>
  )
}
