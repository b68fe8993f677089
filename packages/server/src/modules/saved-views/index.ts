// Saved views: named filters, orders and columns of the console's lists, of one user or shared with the users of the
// same account and client, and the view with which a user opens a list.
import type { Handlers } from '../../shared/handlers.ts'
import type { ModuleContext } from '../module.ts'
import { chooseDefault, deleteView, listViews, setView, type ViewDeps } from './views.ts'

export { defaultViews } from './store.ts'

export const registerSavedViews = (
  ctx: Pick<ModuleContext, 'db' | 'clock'>,
  { mayList }: Pick<ViewDeps, 'mayList'>,
) => {
  const deps = { ...ctx, mayList }
  return {
    handlers: {
      savedViewList: (viewer, { list }) => listViews(deps, viewer, list),
      savedViewSet: (viewer, body) => setView(deps, viewer, body),
      savedViewDelete: (viewer, { id }) => deleteView(deps, viewer, id),
      savedViewDefault: (viewer, body) => chooseDefault(deps, viewer, body),
    } satisfies Handlers,
  }
}
