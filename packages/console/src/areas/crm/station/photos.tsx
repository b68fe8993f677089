import {
  type AnswerOf,
  objectFileDelete,
  type HintKind,
  objectFiles,
  objectFileSet,
  photoMaxBytes,
  siteFileDelete,
  siteFiles,
  siteFileSet,
} from '@stationmaster/contract'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { call } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { pageConfig } from '../../../lib/page-config.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { IconButton } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { Empty, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../lib/toasts.ts'
import { DropZone } from '../../../ui/form/drop-zone.tsx'
import { FormAccess } from '../../../ui/form/form-access.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import css from './photos.module.css'
import { readAsBase64 } from '../../../lib/read-file.ts'

type Photo = AnswerOf<typeof objectFiles>[number]

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']
/** Addresses of pictures are valid for at least ten minutes. */
const renewMs = 5 * 60_000

/** A file that could not be added, and the reason. */
interface Problem {
  name: string
  reason: string
}

interface Owner {
  id: string
  files: typeof objectFiles | typeof siteFiles
  set: typeof objectFileSet | typeof siteFileSet
  remove: typeof objectFileDelete | typeof siteFileDelete
  hint: HintKind
}

/** The pictures of a station. */
export const Photos = ({ station: { id } }: { station: Station }) => (
  <PhotosOf
    owner={{ id, files: objectFiles, set: objectFileSet, remove: objectFileDelete, hint: 'station.changed' }}
  />
)

/** The pictures of a site. */
export const SitePhotos = ({ site: { id } }: { site: { id: string } }) => (
  <PhotosOf
    owner={{ id, files: siteFiles, set: siteFileSet, remove: siteFileDelete, hint: 'site.changed' }}
  />
)

function PhotosOf({ owner }: { owner: Owner }) {
  const t = useTexts('station')
  const format = useFormat()
  const { id } = owner
  const about = { hints: [owner.hint], refetchInterval: renewMs }
  const found = useEndpoint(
    owner.files,
    { id },
    owner.hint === 'station.changed' ? { ...about, station: id } : about,
  )
  const may = useMay()
  const mayAdd = may(owner.set, { id })
  const mayRemove = may(owner.remove, { id })
  const { add, problems, isAdding } = useAdding(owner)
  const remove = useRemoving(owner)
  return (
    <Stack>
      <FormAccess isAllowed={mayAdd}>
        {mayAdd && (
          <DropZone
            label={t('photos.drop')}
            hint={t('photos.limit', { size: format.number(photoMaxBytes / 1024 / 1024) })}
            types={types}
            maxBytes={photoMaxBytes}
            isBusy={isAdding}
            onFiles={(files, refused) =>
              add(
                files,
                refused.map(({ file, isTooLarge }) => ({
                  name: file.name,
                  reason: t(isTooLarge ? 'photos.tooLarge' : 'photos.noPicture'),
                })),
              )
            }
          />
        )}
      </FormAccess>
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
          icon={<IconPhoto size={28} stroke={1.5} />}
          title={t('photos.empty')}
          lead={t('photos.emptyLead')}
        />
      ) : (
        <ul className={css.photos}>
          {found.data.map((photo) => (
            <Tile key={photo.id} photo={photo} onRemove={mayRemove ? () => void remove(photo) : undefined} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function Tile({ photo, onRemove }: { photo: Photo; onRemove: (() => void) | undefined }) {
  const t = useTexts('station')
  const format = useFormat()
  const { apiDomain } = pageConfig()
  return (
    <li className={css.photo}>
      <a href={apiDomain + photo.url} target="_blank" rel="noreferrer">
        <img
          src={apiDomain + photo.thumbnail}
          alt={t('photos.alt', { name: photo.name })}
          width={photo.width ?? undefined}
          height={photo.height ?? undefined}
          loading="lazy"
        />
      </a>
      <div className={css.caption}>
        <span>
          <bdi className="ellipsis">{photo.name}</bdi>
          <small className="ellipsis">
            {format.date(photo.created)} · {format.bytes(photo.size)}
          </small>
        </span>
        {onRemove && (
          <IconButton small label={t('photos.remove', { name: photo.name })} onClick={onRemove}>
            <IconTrash size={16} />
          </IconButton>
        )}
      </div>
    </li>
  )
}

/** Adds pictures one after another; a failed one does not stop the others. */
function useAdding({ id, set }: Owner) {
  const t = useTexts('station')
  const queries = useQueryClient()
  const [problems, setProblems] = useState<Problem[]>([])
  const adding = useMutation({
    mutationFn: async (files: File[]) => {
      const failed: Problem[] = []
      for (const file of files) {
        const data = await readAsBase64(file)
        if (data === null) {
          failed.push({ name: file.name, reason: t('photos.unreadable') })
          continue
        }
        await call(set, { id, name: file.name.slice(0, 200), data }).catch((failure: Error) =>
          failed.push({ name: file.name, reason: failure.message }),
        )
      }
      return { failed, added: files.length - failed.length }
    },
    onSuccess: ({ failed, added }) => {
      setProblems((before) => [...before, ...failed])
      if (added > 0) toast(t('photos.added', { count: added }))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [set.subject] }),
  })
  return {
    problems,
    isAdding: adding.isPending,
    add: (files: File[], refused: Problem[]) => {
      setProblems(refused)
      if (files.length > 0) adding.mutate(files)
    },
  }
}

function useRemoving({ id, remove: row }: Owner): (photo: Photo) => Promise<void> {
  const t = useTexts('station')
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (file: string) => call(row, { id, file }),
    onSuccess: () => toast(t('ui.deleted')),
    onError: (failure) => showFailure(failure, t('ui.deleteFailed')),
    onSettled: () => queries.invalidateQueries({ queryKey: [row.subject] }),
  })
  return async (photo) => {
    const lead = `${photo.name}. ${t('ui.cannotUndo')}`
    if (await confirm({ title: t('photos.removeTitle'), lead, action: t('ui.remove') }))
      remove.mutate(photo.id)
  }
}
