import {
  type AnswerOf,
  clientFileDelete,
  clientFiles,
  clientFileSet,
  fileMaxBytes,
  type HintKind,
  objectFileDelete,
  objectFiles,
  objectFileSet,
  photoMaxBytes,
  siteFileDelete,
  siteFiles,
  siteFileSet,
} from '@stationmaster/contract'
import { IconFileText, IconPhoto, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../lib/access.ts'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../lib/format.ts'
import { pageConfig } from '../../lib/page-config.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { IconButton } from '../../ui/buttons.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { showFailure } from '../../ui/feedback/failed.ts'
import { Empty, Unloaded } from '../../ui/feedback/feedback.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../lib/toasts.ts'
import { DropZone } from '../../ui/form/drop-zone.tsx'
import { FormAccess } from '../../ui/form/form-access.tsx'
import { Stack } from '../../ui/page/page.tsx'
import css from './files.module.css'
import { readAsBase64 } from '../../lib/read-file.ts'
import { uploadFetch } from '../../lib/upload-fetch.ts'

type Photo = AnswerOf<typeof objectFiles>[number]

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']
/** Addresses of pictures are valid for at least ten minutes. */
const renewMs = 5 * 60_000

/** A file that could not be added, and the reason. */
interface Problem {
  name: string
  reason: string
}

interface Owner {
  id: string
  files: typeof objectFiles | typeof siteFiles | typeof clientFiles
  set: typeof objectFileSet | typeof siteFileSet | typeof clientFileSet
  remove: typeof objectFileDelete | typeof siteFileDelete | typeof clientFileDelete
  hint: HintKind
  /** Pictures only, or documents too, whose type the server checks. */
  kind: 'photos' | 'files'
}

const mib = 1024 * 1024
/** For a large file and a slow connection. */
const uploadLimitMs = 10 * 60_000

/** The pictures of a station. */
export const Photos = ({ station: { id } }: { station: { id: string } }) => (
  <FilesOf
    owner={{
      id,
      kind: 'photos',
      files: objectFiles,
      set: objectFileSet,
      remove: objectFileDelete,
      hint: 'station.changed',
    }}
  />
)

/** The pictures and documents of a site. */
export const SiteFiles = ({ site: { id } }: { site: { id: string } }) => (
  <FilesOf
    owner={{
      id,
      kind: 'files',
      files: siteFiles,
      set: siteFileSet,
      remove: siteFileDelete,
      hint: 'site.changed',
    }}
  />
)

/** The pictures and documents of a client. */
export const ClientFiles = ({ client: { id } }: { client: { id: string } }) => (
  <FilesOf
    owner={{
      id,
      kind: 'files',
      files: clientFiles,
      set: clientFileSet,
      remove: clientFileDelete,
      hint: 'client.changed',
    }}
  />
)

function FilesOf({ owner }: { owner: Owner }) {
  const t = useTexts('files')
  const format = useFormat()
  const { id, kind } = owner
  const about = { hints: [owner.hint], refetchInterval: renewMs }
  const found = useEndpoint(
    owner.files,
    { id },
    owner.hint === 'station.changed' ? { ...about, station: id } : about,
  )
  const may = useMay()
  const mayAdd = may(owner.set, { id })
  const mayRemove = may(owner.remove, { id })
  const { add, problems, upload } = useAdding(owner)
  const remove = useRemoving(owner)
  return (
    <Stack>
      <FormAccess isAllowed={mayAdd}>
        {mayAdd && (
          <DropZone
            label={t(`${kind}.drop`)}
            hint={t(`${kind}.limit`, {
              size: format.number(photoMaxBytes / mib),
              document: format.number(fileMaxBytes / mib),
            })}
            types={kind === 'photos' ? pictureTypes : []}
            maxBytes={kind === 'photos' ? photoMaxBytes : fileMaxBytes}
            isBusy={upload !== null}
            onFiles={(files, refused) =>
              add(
                files,
                refused.map(({ file, isTooLarge }) => ({
                  name: file.name,
                  reason: t(isTooLarge ? 'tooLarge' : 'noPicture'),
                })),
              )
            }
          />
        )}
      </FormAccess>
      {upload && <Progress upload={upload} />}
      {problems.length > 0 && (
        <Notice tone="bad" alert>
          <ul className={css.problems}>
            {problems.map(({ name, reason }) => (
              <li key={name}>
                <bdi>{name}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {!found.data ? (
        <Unloaded query={found} rows={2} rowHeight={160} />
      ) : found.data.length === 0 ? (
        <Empty
          icon={
            kind === 'photos' ? <IconPhoto size={28} stroke={1.5} /> : <IconFileText size={28} stroke={1.5} />
          }
          title={t(`${kind}.empty`)}
          lead={t(`${kind}.emptyLead`)}
        />
      ) : (
        <Shown files={found.data} onRemove={mayRemove ? (file) => void remove(file) : undefined} />
      )}
    </Stack>
  )
}

/** Progress of the file that is being sent. */
function Progress({ upload: { name, share } }: { upload: Upload }) {
  const t = useTexts('files')
  const label = t('sending', { name })
  return (
    <div>
      <p className={css.sending}>
        <bdi>{label}</bdi>
      </p>
      <progress className={css.progress} max={1} value={share} aria-label={label} />
    </div>
  )
}

function Shown({ files, onRemove }: { files: readonly Photo[]; onRemove?: (file: Photo) => void }) {
  const documents = files.filter(({ thumbnail }) => thumbnail === null)
  const pictures = files.filter(({ thumbnail }) => thumbnail !== null)
  const removeOf = (file: Photo) => onRemove && (() => onRemove(file))
  return (
    <>
      {documents.length > 0 && (
        <ul className={css.documents}>
          {documents.map((file) => (
            <DocumentRow key={file.id} file={file} onRemove={removeOf(file)} />
          ))}
        </ul>
      )}
      {pictures.length > 0 && (
        <ul className={css.photos}>
          {pictures.map((photo) => (
            <Tile key={photo.id} photo={photo} onRemove={removeOf(photo)} />
          ))}
        </ul>
      )}
    </>
  )
}

/** A document, which is only downloaded. */
function DocumentRow({ file, onRemove }: { file: Photo; onRemove: (() => void) | undefined }) {
  const t = useTexts('files')
  const format = useFormat()
  return (
    <li className={css.document}>
      <IconFileText size={20} stroke={1.5} aria-hidden />
      <div>
        <a href={pageConfig().apiDomain + file.url} download={file.name} rel="noreferrer">
          <bdi>{file.name}</bdi>
        </a>
        <small>
          {format.date(file.created)} · {format.bytes(file.size)}
        </small>
      </div>
      {onRemove && (
        <IconButton small label={t('remove', { name: file.name })} onClick={onRemove}>
          <IconTrash size={16} />
        </IconButton>
      )}
    </li>
  )
}

function Tile({ photo, onRemove }: { photo: Photo; onRemove: (() => void) | undefined }) {
  const t = useTexts('files')
  const format = useFormat()
  const { apiDomain } = pageConfig()
  return (
    <li className={css.photo}>
      <a href={apiDomain + photo.url} target="_blank" rel="noreferrer">
        <img
          src={apiDomain + (photo.thumbnail ?? '')}
          alt={t('alt', { name: photo.name })}
          width={photo.width ?? undefined}
          height={photo.height ?? undefined}
          loading="lazy"
        />
      </a>
      <div className={css.caption}>
        <span>
          <bdi className="ellipsis">{photo.name}</bdi>
          <small>
            {format.date(photo.created)} · {format.bytes(photo.size)}
          </small>
        </span>
        {onRemove && (
          <IconButton small label={t('remove', { name: photo.name })} onClick={onRemove}>
            <IconTrash size={16} />
          </IconButton>
        )}
      </div>
    </li>
  )
}

/** File that is being sent, and the part of it that was sent, 0 to 1. */
interface Upload {
  name: string
  share: number
}

/** Adds files one after another; a failed one does not stop the others. */
function useAdding({ id, set, kind }: Owner) {
  const t = useTexts('files')
  const queries = useQueryClient()
  const [problems, setProblems] = useState<Problem[]>([])
  const [upload, setUpload] = useState<Upload | null>(null)
  const adding = useMutation({
    mutationFn: async (files: File[]) => {
      const failed: Problem[] = []
      for (const file of files) {
        const { name } = file
        setUpload({ name, share: 0 })
        const fetcher = uploadFetch((sent, total) => setUpload({ name, share: total > 0 ? sent / total : 0 }))
        const data = await readAsBase64(file)
        if (data === null) {
          failed.push({ name, reason: t('unreadable') })
          continue
        }
        const body = { id, name: shortName(name), data }
        await call(set, body, { fetcher, limitMs: uploadLimitMs }).catch((failure: Error) =>
          failed.push({ name, reason: failure.message }),
        )
      }
      return { failed, added: files.length - failed.length }
    },
    onSuccess: ({ failed, added }) => {
      setProblems((before) => [...before, ...failed])
      if (added > 0) toast(t(`${kind}.added`, { count: added }))
    },
    onSettled: () => {
      setUpload(null)
      return queries.invalidateQueries({ queryKey: [set.subject] })
    },
  })
  return {
    problems,
    upload,
    add: (files: File[], refused: Problem[]) => {
      setProblems(refused)
      if (files.length > 0) adding.mutate(files)
    },
  }
}

/** Returns a name of at most 200 characters, with the end that names the type. */
const shortName = (name: string): string => {
  const end = /\.\w{1,8}$/.exec(name)?.[0] ?? ''
  return name.length <= 200 ? name : name.slice(0, 200 - end.length) + end
}

function useRemoving({ id, remove: row }: Owner): (photo: Photo) => Promise<void> {
  const t = useTexts('files')
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (file: string) => call(row, { id, file }),
    onSuccess: () => toast(t('ui.deleted')),
    onError: (failure) => showFailure(failure, t('ui.deleteFailed')),
    onSettled: () => queries.invalidateQueries({ queryKey: [row.subject] }),
  })
  return async (photo) => {
    const lead = `${photo.name}. ${t('ui.cannotUndo')}`
    if (
      await confirm({
        title: t(photo.thumbnail === null ? 'removeFileTitle' : 'removeTitle'),
        lead,
        action: t('ui.remove'),
      })
    )
      remove.mutate(photo.id)
  }
}
