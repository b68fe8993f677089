import type { AnswerOf, resourceGet } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runCount, runGet, runList } from '../../storage/list/list-query.ts'
import { noResource, type ResourceDeps } from './deps.ts'
import { fileLimit, removeData, setData } from './set-data.ts'
import { type ContentRow, contentsOf, resourceSource } from './store.ts'
import { isViewable } from './media-type.ts'
import { removeResource, setResource } from './set-resource.ts'

type Whole = AnswerOf<typeof resourceGet>

/** Endpoints of resources; all for administrators. */
export const resourcesHttp = (deps: ResourceDeps) =>
  ({
    resourceList: (viewer, query) => runList({ db: deps.db, source: resourceSource, scope: viewer }, query),
    resourceCount: (viewer, query) => runCount({ db: deps.db, source: resourceSource, scope: viewer }, query),
    resourceGet: (viewer, { id }) => shown(deps, viewer, id),
    resourceSet: async (viewer, body) => {
      const id = await setResource(deps, viewer, body)
      return isRefusal(id) ? id : shown(deps, viewer, id)
    },
    resourceDelete: (viewer, body) => removeResource(deps, viewer, body),
    resourceDataSet: async (viewer, body) =>
      (await setData(deps, viewer, body)) ?? shown(deps, viewer, body.id),
    resourceDataDelete: async (viewer, body) =>
      (await removeData(deps, viewer, body)) ?? shown(deps, viewer, body.id),
  }) satisfies Handlers

async function shown(deps: ResourceDeps, viewer: Viewer, id: string): Promise<Whole | Refusal> {
  const row = await runGet({ db: deps.db, source: resourceSource, scope: viewer }, { id })
  if (row === null) return noResource
  if (isRefusal(row)) return row
  const [contents, maxbytes] = await Promise.all([contentsOf(deps.db, id), fileLimit(deps.db)])
  const builtin = deps.productTexts.builtIn(row.path)
  return { ...row, maxbytes, builtin, data: contents.map(shownContent) }
}

const shownContent = (row: ContentRow): Whole['data'][number] => ({
  locale: row.locale,
  text: row.text,
  file: row.public_name === null ? null : shownFile(row, row.public_name),
  lastupdate: row.updated_at.toISOString(),
  version_no: row.version_no,
})

const shownFile = (row: ContentRow, publicName: string) => ({
  name: row.file_name ?? '',
  type: row.media_type ?? '',
  size: row.size ?? 0,
  viewable: isViewable(row.media_type ?? ''),
  url: `/api/v1/resource/file/${publicName}`,
})
