import { IconDots, IconUpload } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ViewList } from '../../lib/saved-views.ts'
import { loadTexts, useTexts } from '../../lib/texts.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { Button } from '../buttons.tsx'
import type { ImportOf } from '../import/late-import.tsx'
import { Menu } from '../menu.tsx'
import type { ExportedList } from './export-file.ts'
import { ExportItems, ExportMenu } from './export-menu.tsx'
import css from './list-panel.module.css'
import { type ColumnsProps, ListMenus } from './list-toolbar.tsx'

const ViewsDialog = lazy(async () => {
  const [module] = await Promise.all([import('./views-dialog.tsx'), loadTexts('views')])
  return { default: module.ViewsDialog }
})

interface ListToolsProps<Row extends object> {
  list: ViewList
  /** False if there is no table with columns. */
  table: boolean
  columns: ColumnsProps<Row>
  exported: ExportedList<Row>
  importing: ImportOf | undefined
}

/** Saved views, columns, export and import of a list. On phones one menu has them, beside the text filter. */
export function ListTools<Row extends object>(props: ListToolsProps<Row>) {
  const isPhone = useIsPhone()
  const [opened, setOpened] = useState<'views' | 'import' | null>(null)
  const close = (): void => setOpened(null)
  const Import = props.importing
  const Tools = isPhone ? PhoneTools : WideTools
  return (
    <>
      <Tools {...props} onOpen={setOpened} />
      <Suspense>
        {opened === 'views' && (
          <ViewsDialog list={props.list} columns={props.columns.chosen} onClose={close} />
        )}
        {opened === 'import' && Import && <Import onClose={close} />}
      </Suspense>
    </>
  )
}

type ToolsProps<Row extends object> = ListToolsProps<Row> & { onOpen: (part: 'views' | 'import') => void }

function WideTools<Row extends object>({ list, table, columns, ...props }: ToolsProps<Row>): ReactNode {
  const t = useTexts()
  return (
    <>
      <ListMenus list={list} table={table} {...columns} />
      <ExportMenu {...props.exported} />
      {props.importing && (
        <Button icon={<IconUpload size={16} />} onClick={() => props.onOpen('import')}>
          {t('ui.table.import')}
        </Button>
      )}
    </>
  )
}

function PhoneTools<Row extends object>({ exported, importing, onOpen }: ToolsProps<Row>): ReactNode {
  const t = useTexts()
  const [running, setRunning] = useState(false)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          icon={<IconDots size={16} />}
          className={`${css.more} ${css.iconOnPhone}`}
          aria-label={t('ui.more')}
          loading={running}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen('views')}>{t('ui.table.views')}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('ui.table.export')}</Menu.Label>
        <Suspense>
          <ExportItems list={exported} setRunning={setRunning} />
        </Suspense>
        {importing && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onOpen('import')}>{t('ui.table.import')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
