import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Menu } from '../menu.tsx'
import type { ExportedList } from './export-file.ts'
import css from './list-panel.module.css'

// `lazy` loses the type parameter of the component
export const ExportItems = lazy(async () => ({
  default: (await import('./export-items.tsx')).ExportItems,
})) as unknown as typeof import('./export-items.tsx').ExportItems

/** Downloads all rows that match the filter; its entries are loaded when it is opened. */
export function ExportMenu<Row extends object>({
  small = false,
  ...list
}: ExportedList<Row> & { small?: boolean }) {
  const t = useTexts()
  const [running, setRunning] = useState(false)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          small={small}
          icon={<IconDownload size={small ? 14 : 16} />}
          className={css.iconOnPhone}
          loading={running}
        >
          <span className="phone-hidden">{t('ui.table.export')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <ExportItems list={list} setRunning={setRunning} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}
