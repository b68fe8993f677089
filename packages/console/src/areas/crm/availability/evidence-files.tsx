import {
  evidenceMaxBytes,
  type Exclusion,
  exclusionFileDelete,
  exclusionFileSet,
  exclusionSet,
} from '@stationmaster/contract'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef } from 'react'
import { useMay } from '../../../lib/access.ts'
import { call } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { pageConfig } from '../../../lib/page-config.ts'
import { readAsBase64 } from '../../../lib/read-file.ts'
import { useTexts } from '../../../lib/texts.ts'
import { toast } from '../../../lib/toasts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button, IconButton } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import css from './availability.module.css'

const types = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/tiff,application/pdf'

/** The files that prove an exclusion, and a button that adds one. */
export function EvidenceFiles({ exclusion: { id, files } }: { exclusion: Exclusion }) {
  const t = useTexts('availability')
  const format = useFormat()
  const mayChange = useMay()(exclusionSet)
  const remove = useChange(exclusionFileDelete)
  const ask = async (file: Exclusion['files'][number]) => {
    const lead = `${file.name}. ${t('ui.cannotUndo')}`
    if (await confirm({ title: t('files.removeTitle'), lead, action: t('ui.remove') }))
      remove.mutate({ id, file: file.id })
  }
  return (
    <span className={css.files}>
      {files.map((file) => (
        <span key={file.id}>
          <IconPaperclip size={14} aria-hidden />
          <a href={pageConfig().apiDomain + file.url} target="_blank" rel="noreferrer">
            <bdi>{file.name}</bdi>
          </a>
          <span className="muted">{format.bytes(file.size)}</span>
          {mayChange && (
            <span data-screen-only>
              <IconButton small label={t('files.remove', { name: file.name })} onClick={() => void ask(file)}>
                <IconX size={14} />
              </IconButton>
            </span>
          )}
        </span>
      ))}
      {mayChange && <AddFile id={id} />}
    </span>
  )
}

function AddFile({ id }: { id: string }) {
  const t = useTexts('availability')
  const format = useFormat()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const add = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > evidenceMaxBytes)
        throw new Error(t('files.tooLarge', { size: format.bytes(evidenceMaxBytes) }))
      const data = await readAsBase64(file)
      if (data === null) throw new Error(t('files.unreadable'))
      await call(exclusionFileSet, { id, name: file.name.slice(0, 200), data })
    },
    onSuccess: () => toast(t('ui.saved')),
    onError: (failure) => showFailure(failure, t('ui.saveFailed')),
    onSettled: () => queries.invalidateQueries({ queryKey: [exclusionFileSet.subject] }),
  })
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    if (file) add.mutate(file)
    currentTarget.value = ''
  }
  return (
    <span data-screen-only>
      <input ref={input} type="file" hidden accept={types} aria-label={t('files.add')} onChange={choose} />
      <Button
        small
        icon={<IconPaperclip size={14} />}
        loading={add.isPending}
        onClick={() => input.current?.click()}
      >
        {t('files.add')}
      </Button>
    </span>
  )
}
