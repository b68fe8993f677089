// Files: pictures of objects, re-encoded so that they contain no hidden data, and served by addresses that
// expire after minutes. Not here: who may see the object (decided by its own module).
import type { Handlers } from '../../shared/handlers.ts'
import type { ModuleContext } from '../module.ts'
import { accountOfStation } from '../stations/index.ts'
import { createFiles, type Files } from './files.ts'

export { reencode, pictureType, readPictureData } from './picture.ts'

export async function registerFiles(ctx: ModuleContext) {
  const files = await createFiles({
    ...ctx,
    accountOf: (scope, id) => accountOfStation(ctx.db, scope, id),
  })
  return { handlers: filesHttp(files), open: files.open }
}

/** Endpoints of pictures. */
const filesHttp = (files: Files) =>
  ({
    objectFiles: (viewer, { id }) => files.list(viewer, id),
    objectFileSet: (viewer, body) => files.add(viewer, body),
    objectFileDelete: (viewer, { id, file }) => files.remove(viewer, id, file),
  }) satisfies Handlers
