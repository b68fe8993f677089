import {
  type BodyOf,
  driverReportFileSet,
  driverReportSend,
  photoMaxBytes,
  problemCategories,
  type ProblemCategory,
  problemLimits,
} from '@stationmaster/contract'
import { useMutation } from '@tanstack/react-query'
import { IconCamera, IconSend, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { readAsBase64 } from '../../../lib/read-file.ts'
import { useTexts } from '../../../lib/texts.ts'
import { uploadFetch } from '../../../lib/upload-fetch.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import driver from './driver.module.css'
import css from './report-form.module.css'
import { useRequestKey } from './use-request-key.ts'

type Report = BodyOf<typeof driverReportSend>

/** Milliseconds for a picture over a slow connection. */
const uploadMs = 5 * 60_000

const mib = 1024 * 1024

/**
 * A problem with category, text and pictures. The report is sent first, and can no longer be changed, then its pictures;
 * what failed is sent again with the same id.
 */
export function ReportForm({
  where,
  children,
  onSent,
}: {
  where: Pick<Report, 'connector' | 'session'>
  /** Fields before the category. */
  children?: ReactNode
  onSent: () => void
}) {
  const t = useTexts('problem-reports')
  const format = useFormat()
  const name = useId()
  const field = useId()
  const [category, setCategory] = useState<ProblemCategory | null>(null)
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const report = { ...where, text: text.trim() || null }
  const [id, renewId] = useRequestKey(JSON.stringify([report, category]))
  const { send, isStored, share, sending } = useSending({
    onFailed: renewId,
    onPictureSent: (file) => remove(file),
    onSent,
  })
  const remove = (file: File) => setFiles((before) => before.filter((one) => one !== file))
  const add = (chosen: readonly File[]) => {
    const fitting = chosen.filter(({ size }) => size <= photoMaxBytes)
    const left = problemLimits.photos - files.length
    setFiles([...files, ...fitting.slice(0, left)])
    if (fitting.length < chosen.length)
      setProblem(t('tooLarge', { size: format.number(photoMaxBytes / mib) }))
    else setProblem(fitting.length > left ? t('tooMany', { count: problemLimits.photos }) : null)
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        // it would hide why the report was refused
        setProblem(null)
        if (category) send.mutate({ report: { ...report, id, category }, files })
      }}
    >
      <fieldset className={css.fields} disabled={isStored || send.isPending}>
        {children}
        <fieldset className={driver.group}>
          <legend>{t('category')}</legend>
          <div className={driver.grid}>
            {problemCategories.map((one) => (
              <label key={one} className={driver.option}>
                <input
                  type="radio"
                  name={name}
                  checked={one === category}
                  onChange={() => setCategory(one)}
                />
                <span>{t(`categories.${one}`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className={driver.field}>
          <label htmlFor={field}>{t('text')}</label>
          <textarea
            id={field}
            rows={3}
            maxLength={problemLimits.text}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
      </fieldset>
      <div>
        <label className={`${driver.big} ${driver.file}`}>
          <IconCamera size={22} aria-hidden="true" />
          {t('addPhoto')}
          <input
            type="file"
            accept="image/*"
            multiple
            disabled={files.length >= problemLimits.photos || send.isPending}
            onChange={(event) => {
              add([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
        </label>
        <p className={driver.small}>
          {t('photoHint', { count: problemLimits.photos, size: format.number(photoMaxBytes / mib) })}
        </p>
      </div>
      {files.length > 0 && (
        <ul className={`${driver.places} ${css.files}`} aria-label={t('photos')}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <div>
                <bdi className="ellipsis">{file.name}</bdi>
                <span className={driver.small}>{format.bytes(file.size)}</span>
                <button
                  type="button"
                  aria-label={t('removePhoto', { name: file.name })}
                  disabled={send.isPending}
                  onClick={() => remove(file)}
                >
                  <IconX size={20} aria-hidden="true" />
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {sending !== null && (
        <progress
          className={css.progress}
          max={1}
          value={share}
          aria-label={t('sendingPhoto', { name: sending })}
        />
      )}
      {(problem ?? send.error?.message) && (
        <Notice tone="bad" alert>
          {isStored && `${t('photosMissing')} `}
          {problem ?? send.error?.message}
        </Notice>
      )}
      <button
        type="submit"
        className={driver.big}
        data-kind="primary"
        disabled={category === null || send.isPending}
      >
        <IconSend size={22} aria-hidden="true" />
        {t(send.isPending ? 'sending' : isStored ? 'sendPhotos' : 'send')}
      </button>
      {isStored && !send.isPending && (
        <button type="button" className={driver.big} onClick={onSent}>
          {t('withoutPhotos')}
        </button>
      )}
    </form>
  )
}

interface Sent {
  report: Report
  files: readonly File[]
}

interface Listeners {
  /** The report was not stored; it may have been refused. */
  onFailed: (failure: Error) => void
  onPictureSent: (file: File) => void
  /** The report and all pictures were sent. */
  onSent: () => void
}

/** Returns a mutation that sends a report with its pictures, whether the report is stored, and the picture that is being sent. */
function useSending({ onFailed, onPictureSent, onSent }: Listeners) {
  const t = useTexts('problem-reports')
  const [isStored, setStored] = useState(false)
  const [sending, setSending] = useState<string | null>(null)
  const [share, setShare] = useState(0)
  const send = useMutation({
    mutationFn: async ({ report, files }: Sent) => {
      if (!isStored) {
        await call(driverReportSend, report).catch((failure: Error) => {
          onFailed(failure)
          throw failure
        })
        setStored(true)
      }
      for (const file of files) {
        setSending(file.name)
        setShare(0)
        const data = await readAsBase64(file)
        if (data === null) throw new Error(t('unreadable', { name: file.name }))
        const fetcher = uploadFetch((sent, total) => setShare(total > 0 ? sent / total : 0))
        const picture = { id: report.id, name: file.name.slice(-200), data }
        await call(driverReportFileSet, picture, { fetcher, limitMs: uploadMs })
        onPictureSent(file)
      }
    },
    onSuccess: onSent,
    onSettled: () => setSending(null),
  })
  return { send, isStored, share, sending }
}
