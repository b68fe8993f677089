// Resources: texts and files of the installation in a tree, in up to six languages, managed by
// administrators. Anyone with the address of a file may download it; texts are read by path, in English if a
// language is missing. Not here: pictures of stations (files) and of users (profile), and the texts of the
// console.
import type { ModuleContext } from '../module.ts'
import type { ProductTexts } from './deps.ts'
import { resourcesHttp } from './http.ts'
import { openResourceFile } from './open-resource.ts'

export type { ProductTexts } from './deps.ts'
export { readText, readTextIn } from './open-resource.ts'

export const registerResources = (ctx: ModuleContext, deps: { productTexts: ProductTexts }) => ({
  handlers: resourcesHttp({ ...ctx, ...deps }),
  /** Returns a file by its name. */
  open: (name: string) => openResourceFile(ctx, name),
})
