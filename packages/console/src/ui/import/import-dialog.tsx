import { type ImportResult, maxImportBytes, maxImportRows } from '../../lib/imports.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { confirm } from '../feedback/confirm.tsx'
import { Dialog, LeaveButton } from '../feedback/dialog.tsx'
import { Failure } from '../feedback/feedback.tsx'
import { LeaveGuard, useUnsaved } from '../feedback/leaving.ts'
import { Notice } from '../feedback/notice.tsx'
import { DropZone } from '../form/drop-zone.tsx'
import { Row, Stack } from '../page/page.tsx'
import { download } from '../table/download.ts'
import { csvText } from './csv-text.ts'
import type { ImportClass } from './import-class.ts'
import { CheckedRows } from './checked-rows.tsx'
import { useImport } from './use-import.ts'

/** Dialog that checks a CSV or XLSX file and imports all its rows, or none. */
export function ImportDialog({ of, onClose }: { of: ImportClass; onClose: () => void }) {
  const t = useTexts('imports')
  const format = useFormat()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const { checking, running, titles } = useImport(of, onClose)
  const checked = checking.data
  const keys = running.data?.keys
  const isReady = checked !== undefined && checked.result.errorcount === 0
  const reset = (): void => {
    checking.reset()
    running.reset()
  }
  const [hasDownloaded, setHasDownloaded] = useState(false)
  const wouldLoseKeys = keys !== undefined && !hasDownloaded
  useUnsaved(wouldLoseKeys)
  const question = { title: t('keys.lossTitle'), lead: t('keys.lossLead'), action: t('keys.loss') }
  const close = (): void => {
    if (wouldLoseKeys) void confirm(question).then((yes) => yes && onClose())
    else onClose()
  }
  const downloadKeys = (keys: NonNullable<ImportResult['keys']>): void => {
    download(
      csvText([[t('keys.identity'), t('keys.key')], ...keys.map(({ identity, key }) => [identity, key])]),
      `${t('keys.download')}.csv`,
    )
    setHasDownloaded(true)
  }
  const size = format.bytes(maxImportBytes)
  return (
    <Dialog
      wide
      title={t(`${of.kind}.title`)}
      onClose={close}
      confirmsDiscard={false}
      footer={
        <>
          <LeaveButton>{t(keys ? 'ui.close' : 'ui.cancel')}</LeaveButton>
          <Button
            kind="primary"
            disabled={!isReady}
            loading={running.isPending}
            onClick={() => (keys ? downloadKeys(keys) : checked && running.mutate(checked))}
          >
            {keys
              ? t('keys.download')
              : isReady
                ? t(`${of.kind}.action`, { count: checked.result.rows })
                : t('import')}
          </Button>
        </>
      }
    >
      <LeaveGuard question={question} />
      <Stack gap={4}>
        {checking.error && <Failure small error={checking.error} title={t('checkFailed')} />}
        {running.error && <Failure small error={running.error} title={t('importFailed')} />}
        {isTooLarge && (
          <Notice tone="bad" alert>
            {t('tooLarge', { size })}
          </Notice>
        )}
        {running.isPending && <Notice tone="busy">{t('running')}</Notice>}
        {keys ? (
          <>
            <Notice tone="good">{t(`${of.kind}.done`, { count: keys.length })}</Notice>
            <p>{t('keys.lead')}</p>
          </>
        ) : checked ? (
          <>
            <CheckedRows file={checked} />
            <Row>
              <Button disabled={running.isPending} onClick={reset}>
                {t('other')}
              </Button>
            </Row>
          </>
        ) : (
          <>
            <DropZone
              label={t('drop')}
              hint={t('dropHint', { rows: maxImportRows, size })}
              types={[]}
              maxBytes={maxImportBytes}
              isBusy={checking.isPending}
              onFiles={([file], refused) => {
                setIsTooLarge(refused.length > 0)
                if (file && refused.length === 0) checking.mutate(file)
              }}
            />
            <p className="muted">{t('columns', { columns: titles.join(', ') })}</p>
            <Row>
              <Button
                icon={<IconDownload size={16} />}
                onClick={() => download(csvText([titles]), `${t(`${of.kind}.title`)}.csv`)}
              >
                {t('template')}
              </Button>
            </Row>
          </>
        )}
      </Stack>
    </Dialog>
  )
}
