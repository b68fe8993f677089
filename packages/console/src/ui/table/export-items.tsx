import type { ExportFormat } from '../../lib/exports.ts'
import { useFormat } from '../../lib/format.ts'
import { useCustomLabels, useTextKey, useTexts } from '../../lib/texts.ts'
import { showFailure } from '../feedback/failed.ts'
import { Menu } from '../menu.tsx'
import { exportFile, type ExportedList } from './export-file.ts'

/** What can be downloaded of a list: the visible columns for a spreadsheet, or all fields. */
export function ExportItems<Row extends object>({
  list,
  setRunning,
}: {
  list: ExportedList<Row>
  setRunning: (isRunning: boolean) => void
}) {
  const t = useTexts()
  const format = useFormat()
  const text = useTextKey()
  const state = useCustomLabels('state')
  const type = useCustomLabels('type')
  const run = async (ending: ExportFormat, isShown: boolean): Promise<void> => {
    setRunning(true)
    try {
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
    <>
      {list.columns && (
        <>
          <Menu.Item onClick={() => void run('xlsx', true)}>{t('ui.table.exportXlsx')}</Menu.Item>
          <Menu.Item onClick={() => void run('csv', true)}>{t('ui.table.exportCsv')}</Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.Item onClick={() => void run('csv', false)}>{t('ui.table.exportAll')}</Menu.Item>
    </>
  )
}
