// Search: finds objects of all classes by a text. Each class decides which of its objects are visible.
import type { Scope } from '../../shared/scope.ts'
import type { ModuleContext } from '../module.ts'
import { isVisible, type SearchDeps, searchHttp } from './http.ts'

export const registerSearch = (ctx: ModuleContext, deps: Pick<SearchDeps, 'mayList' | 'customObjects'>) => ({
  handlers: searchHttp({ ...ctx, ...deps }),
  /** Returns true if the scope includes the object of a class, regardless of rules. */
  isVisible: (scope: Scope, classCode: string, id: string) => isVisible(ctx.db, scope, { classCode, id }),
})
