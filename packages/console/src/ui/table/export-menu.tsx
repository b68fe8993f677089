import type { ExportFormat } from '../../lib/exports.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useCustomLabels, useTextKey, useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { showFailure } from '../feedback/failed.ts'
import { Menu } from '../menu.tsx'
import type { ExportedList } from './export-file.ts'
import css from './list-panel.module.css'

/** Downloads all rows that match the filter: the visible columns for a spreadsheet, or all fields. */
export function ExportMenu<Row extends object>(list: ExportedList<Row>) {
  const t = useTexts()
  const format = useFormat()
  const text = useTextKey()
  const state = useCustomLabels('state')
  const type = useCustomLabels('type')
  const [running, setRunning] = useState(false)
  const run = async (ending: ExportFormat, isShown: boolean): Promise<void> => {
    setRunning(true)
    try {
      const { exportFile } = await import('./export-file.ts')
      await exportFile(
        list,
        { format: ending, isShown },
        {
          texts: { text, custom: (kind, of, code) => (kind === 'state' ? state : type)(of, code) },
          format,
        },
      )
    } catch (failure) {
      showFailure(failure, t('ui.table.exportFailed'))
    } finally {
      setRunning(false)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button icon={<IconDownload size={16} />} className={css.export} loading={running}>
          <span className="phone-hidden">{t('ui.table.export')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {list.columns && (
          <>
            <Menu.Item onClick={() => void run('xlsx', true)}>{t('ui.table.exportXlsx')}</Menu.Item>
            <Menu.Item onClick={() => void run('csv', true)}>{t('ui.table.exportCsv')}</Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item onClick={() => void run('csv', false)}>{t('ui.table.exportAll')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
