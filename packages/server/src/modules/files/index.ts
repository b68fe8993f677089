// Files: pictures of objects, re-encoded so that they contain no hidden data, and served by addresses that
// expire after minutes. Not here: who may see the object (decided by its own module).
import { accountOfStation } from '../stations/index.ts'
import type { ModuleContext } from '../module.ts'
import { createFiles } from './files.ts'
import { filesHttp } from './http.ts'

export { reencode, pictureType, readPictureData } from './picture.ts'

export async function registerFiles(ctx: ModuleContext) {
  const files = await createFiles({
    ...ctx,
    accountOf: (scope, id) => accountOfStation(ctx.db, scope, id),
  })
  return { handlers: filesHttp(files), open: files.open }
}
