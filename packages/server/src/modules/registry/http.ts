import type { AnswerOf, registryGet } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { deleteKey, makeKey, moveKey } from './change-keys.ts'
import { removeValue, renameValue, writeValue } from './change-values.ts'
import { type Change, noKey, ownerOf, type RegistryDeps, type Root } from './change.ts'
import { lastNameOf } from './setting-path.ts'
import { countWithin, keyAt, keysBelow, lockTree, type ValueRow, valuesOf } from './store.ts'

type Page = AnswerOf<typeof registryGet>

/** Endpoints of the registry: each user's own tree, and that of the installation for administrators. */
export const registryHttp = (deps: RegistryDeps) => {
  const { db, clock } = deps
  /** Runs a change with the tree locked. */
  const inTree = <T>(viewer: Viewer, root: Root, work: (tx: Tx, change: Change) => Promise<T | Refusal>) => {
    const owner = ownerOf(viewer, root)
    if (isRefusal(owner)) return Promise.resolve(owner)
    const now = clock.now()
    return inTransaction(db, async (tx) => {
      await lockTree(tx, owner, now)
      return work(tx, { owner, now, actor: viewer })
    })
  }
  return {
    registryList: async (viewer, { root, path = '' }) => {
      const owner = ownerOf(viewer, root)
      if (isRefusal(owner)) return owner
      const rows = await keysBelow(db, owner, path)
      if (rows.length === 0 && path !== '' && !(await keyAt(db, owner, path))) return noKey
      return rows.map(({ updated_at, ...row }) => ({
        ...row,
        name: lastNameOf(row.path),
        lastupdate: updated_at.toISOString(),
      }))
    },
    registryGet: (viewer, { root, path = '' }) => shownKey(deps, viewer, { root, path }),
    registrySet: (viewer, { path = '', ...ask }) =>
      inTree(viewer, ask.root, async (tx, change) =>
        shownOrRefused(await writeValue(tx, change, { path, ...ask })),
      ),
    registryRename: (viewer, { path = '', ...ask }) =>
      inTree(viewer, ask.root, async (tx, change) =>
        shownOrRefused(await renameValue(tx, change, { path, ...ask })),
      ),
    registryDelete: (viewer, { path = '', ...ask }) =>
      inTree(
        viewer,
        ask.root,
        async (tx, change) => (await removeValue(tx, change, { path, ...ask })) ?? { result: true },
      ),
    registryKeySet: async (viewer, { root, path }) => {
      const key = await inTree(viewer, root, (tx, change) => makeKey(tx, change, path))
      return isRefusal(key) ? key : shownKey(deps, viewer, { root, path: key.path })
    },
    registryKeyMove: async (viewer, { root, ...ask }) => {
      const to = await inTree(viewer, root, (tx, change) => moveKey(tx, change, ask))
      return isRefusal(to) ? to : shownKey(deps, viewer, { root, path: to })
    },
    registryKeyDelete: (viewer, { root, ...ask }) =>
      inTree(viewer, root, (tx, change) => deleteKey(tx, change, ask)),
  } satisfies Handlers
}

const shownValue = ({ id: _id, updated_at, ...value }: ValueRow) => ({
  ...value,
  lastupdate: updated_at.toISOString(),
})

const shownOrRefused = (value: ValueRow | Refusal) => (isRefusal(value) ? value : shownValue(value))

async function shownKey(
  { db }: RegistryDeps,
  viewer: Viewer,
  { root, path }: { root: Root; path: string },
): Promise<Page | Refusal> {
  const owner = ownerOf(viewer, root)
  if (isRefusal(owner)) return owner
  const key = await keyAt(db, owner, path)
  // the root exists before the first write
  if (!key)
    return path === '' ? { root, path, version_no: 0, below: { keys: 0, values: 0 }, values: [] } : noKey
  const [values, below] = await Promise.all([valuesOf(db, key.id), countWithin(db, owner, key.path)])
  return {
    root,
    path: key.path,
    version_no: key.version_no,
    below: { keys: below.keys - 1, values: below.values },
    values: values.map(shownValue),
  }
}
