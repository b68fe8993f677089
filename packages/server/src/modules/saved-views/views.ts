import {
  type BodyOf,
  type Endpoint,
  type SavedView,
  type savedViewDefault,
  type savedViewSet,
  viewLimits,
  type ViewList,
} from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { givenFields } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import { endpointOf } from './lists.ts'
import {
  findView,
  findViews,
  insertView,
  isNameTaken,
  lockView,
  removeDefault,
  removeView,
  sharedOfTeam,
  storeDefault,
  type StoredView,
  updateView,
} from './store.ts'

export interface ViewDeps extends Pick<ModuleContext, 'db' | 'clock'> {
  /** Returns true if the viewer may call the endpoint of a list. */
  mayList: (viewer: Viewer, row: Endpoint) => boolean
}

type Body = BodyOf<typeof savedViewSet>

const notFound = refuse('saved_view.not_found', { field: 'id' })
const nameTaken = refuse('value.name_taken', { field: 'name' })

/** Returns the views of a list that the viewer sees; none of a list that they may not see. */
export async function listViews(deps: ViewDeps, viewer: Viewer, list: ViewList): Promise<SavedView[]> {
  if (!deps.mayList(viewer, endpointOf[list])) return []
  const views = await findViews(deps.db, viewer, list)
  return views.map((view) => shown(viewer, view))
}

/** Saves a view (id null) or changes one. */
export async function setView(deps: ViewDeps, viewer: Viewer, body: Body): Promise<SavedView | Refusal> {
  const name = body.name?.trim()
  if (name === '') return refuse('value.required', { field: 'name' })
  const change = givenFields({ name, search: body.search, is_shared: body.isshared })
  const view = await inTransaction(deps.db, (tx) =>
    body.id === null
      ? addView(deps, tx, { viewer, list: body.list, change })
      : changeView(deps, tx, { viewer, id: body.id, change, version: body.version_no }),
  )
  return isRefusal(view) ? view : shown(viewer, view)
}

/** Deletes a view; users who opened the list with it open it without one. */
export const deleteView = (deps: ViewDeps, viewer: Viewer, id: string): Promise<{ result: true } | Refusal> =>
  inTransaction(deps.db, async (tx) => {
    const view = await findForChange(deps, tx, { viewer, id })
    if (isRefusal(view)) return view
    await removeView(tx, id)
    await recordChange(tx, viewer, { ...auditRef(view), action: 'delete', before: fieldsOf(view) })
    return { result: true }
  })

/** Makes a view the one with which the viewer opens its list, or ends that. */
export async function chooseDefault(
  deps: ViewDeps,
  viewer: Viewer,
  { id, isdefault: isDefault }: BodyOf<typeof savedViewDefault>,
): Promise<SavedView | Refusal> {
  const view = await visibleView(deps, deps.db, { viewer, id })
  if (isRefusal(view)) return view
  await (isDefault ? storeDefault : removeDefault)(deps.db, viewer, view)
  return shown(viewer, { ...view, is_default: isDefault })
}

interface Fields {
  name?: string
  search?: string
  is_shared?: boolean
}

async function addView(
  deps: ViewDeps,
  tx: Tx,
  { viewer, list, change }: { viewer: Viewer; list: ViewList | undefined; change: Fields },
): Promise<StoredView | Refusal> {
  const { name, search, is_shared = false } = change
  if (list === undefined || name === undefined || search === undefined)
    return refuse('value.required', { field: !list ? 'list' : name === undefined ? 'name' : 'search' })
  if (!deps.mayList(viewer, endpointOf[list])) return refuse('saved_view.cannot_list', { field: 'list' })
  const { accountId: account_id, userId: user_id, clientId } = viewer
  const owner = { column: 'user_id', value: user_id }
  const full =
    (await refuseBeyond(tx, { table: 'saved_views', owner, most: viewLimits.ofUser })) ??
    (is_shared ? await refuseShared(tx, { account_id, list, client_id: clientId }) : null)
  if (full) return full
  const now = deps.clock.now()
  const fields = { name, search, is_shared }
  const view = { id: newId(now.getTime()), account_id, user_id, list, ...fields }
  if (!(await insertView(tx, { ...view, created_at: now, updated_at: now }))) return nameTaken
  await recordChange(tx, viewer, { ...auditRef(view), action: 'create', after: { list, ...fields } })
  const { username } = viewer
  return { ...view, client_id: clientId, username, is_default: false, version_no: 1 }
}

async function changeView(
  deps: ViewDeps,
  tx: Tx,
  {
    id,
    change,
    version,
    viewer,
  }: { viewer: Viewer; id: string; change: Fields; version: Body['version_no'] },
): Promise<StoredView | Refusal> {
  const view = await findForChange(deps, tx, { viewer, id })
  if (isRefusal(view)) return view
  if (isStale(view, version)) return editedByOther
  if (change.name !== undefined && (await isNameTaken(tx, view, change.name))) return nameTaken
  const full = change.is_shared && !view.is_shared ? await refuseShared(tx, view) : null
  if (full) return full
  await updateView(tx, id, { ...change, updated_at: deps.clock.now() })
  await recordChange(tx, viewer, {
    ...auditRef(view),
    action: 'update',
    before: fieldsOf(view),
    after: { ...fieldsOf(view), ...change },
  })
  return { ...view, ...change, version_no: view.version_no + 1 }
}

const refuseShared = (
  tx: Tx,
  { account_id, list, client_id }: Pick<StoredView, 'account_id' | 'list' | 'client_id'>,
): Promise<Refusal | null> =>
  refuseBeyond(tx, {
    table: 'saved_views',
    owner: { column: 'account_id', value: account_id },
    where: sharedOfTeam(list, client_id),
    most: viewLimits.ofTeam,
    code: 'limit.shared_views',
  })

interface Named {
  viewer: Viewer
  id: string
}

/** Returns a view of a list that the viewer may see. */
async function visibleView(
  deps: ViewDeps,
  db: ViewDeps['db'],
  { viewer, id }: Named,
): Promise<StoredView | Refusal> {
  const view = await findView(db, viewer, id)
  return view && deps.mayList(viewer, endpointOf[view.list]) ? view : notFound
}

async function findForChange(deps: ViewDeps, tx: Tx, named: Named): Promise<StoredView | Refusal> {
  const view = await visibleView(deps, tx, named)
  if (isRefusal(view)) return view
  if (!mayEdit(named.viewer, view)) return refuse('saved_view.cannot_change')
  return (await lockView(tx, view)) ? view : editedByOther
}

const mayEdit = ({ isAdmin, userId }: Viewer, view: StoredView): boolean => isAdmin || view.user_id === userId

const fieldsOf = ({ name, search, is_shared }: StoredView) => ({ name, search, is_shared })

const auditRef = ({ account_id, id, name }: Pick<StoredView, 'account_id' | 'id' | 'name'>) => ({
  accountId: account_id,
  classCode: 'saved_view',
  objectId: id,
  label: name,
})

const shown = (viewer: Viewer, view: StoredView): SavedView => ({
  id: view.id,
  list: view.list,
  name: view.name,
  search: view.search,
  isshared: view.is_shared,
  isdefault: view.is_default,
  ismine: view.user_id === viewer.userId,
  mayedit: mayEdit(viewer, view),
  username: view.username,
  version_no: view.version_no,
})
