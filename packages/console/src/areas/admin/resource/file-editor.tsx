import { resourceDataDelete, resourceDataSet } from '@stationmaster/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { pageConfig } from '../../../lib/page-config.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { DropZone } from '../../../ui/form/drop-zone.tsx'
import { Row, Stack } from '../../../ui/page/page.tsx'
import split from '../split.module.css'
import { useChange } from '../../../lib/use-change.ts'
import type { ResourceData } from './resource-tree.ts'
import type { EditorProps } from './text-editor.tsx'

/** The file of one language: its details, a preview if the browser can show it, and its replacement. */
export function FileEditor({ resource: { id, maxbytes }, locale, data, fallback }: EditorProps) {
  const t = useTexts('resources')
  const format = useFormat()
  const [problem, setProblem] = useState('')
  const save = useChange(resourceDataSet)
  const remove = useChange(resourceDataDelete)
  const error = save.error ?? remove.error
  const send = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setProblem('')
    try {
      const read = await readFile(file)
      save.mutate({ id, locale, file: { name: file.name, data: read }, version_no: data?.version_no ?? null })
    } catch {
      // The file was moved or changed while it was read.
      setProblem(t('readFailed'))
    }
  }
  const question = { title: t('ui.confirmDeletion'), lead: t('deleteFile') }
  return (
    <Stack gap={4}>
      {error && <Failure small error={error} title={t('ui.saveFailed')} />}
      {problem && <p role="alert">{problem}</p>}
      {data?.file && <FileFacts file={data.file} />}
      {!data && fallback && <p className="muted">{t('fallback')}</p>}
      <DropZone
        label={data ? t('replace') : t('drop')}
        hint={t('dropHint', { size: format.bytes(maxbytes) })}
        types={[]}
        maxBytes={maxbytes}
        isBusy={save.isPending}
        onFiles={(files, refused) => {
          if (refused.length > 0) setProblem(t('tooLarge'))
          else void send(files[0])
        }}
      />
      {data && (
        <Row>
          <Button
            loading={remove.isPending}
            onClick={() =>
              void confirm(question).then(
                (yes) => yes && remove.mutate({ id, locale, version_no: data.version_no }),
              )
            }
          >
            {t('removeLanguage')}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

function FileFacts({ file }: { file: NonNullable<ResourceData['file']> }) {
  const t = useTexts('resources')
  const format = useFormat()
  const address = pageConfig().apiDomain + file.url
  return (
    <>
      {file.viewable && <img className={split.picture} src={address} alt={file.name} />}
      <KeyValues
        wide
        rows={[
          [
            t('fileName'),
            <a key="name" href={address} download={file.name}>
              <IconDownload size={14} /> <bdi>{file.name}</bdi>
            </a>,
          ],
          [t('size'), format.bytes(file.size)],
          [
            t('mediaType'),
            <span key="type" className="mono">
              {file.type}
            </span>,
          ],
        ]}
      />
    </>
  )
}

const readFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })
