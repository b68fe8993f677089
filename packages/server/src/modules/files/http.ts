import type { Handlers } from '../../shared/handlers.ts'
import type { Files } from './files.ts'

/** Endpoints of pictures. */
export const filesHttp = (files: Files) =>
  ({
    objectFiles: (viewer, { id }) => files.list(viewer, id),
    objectFileSet: (viewer, body) => files.add(viewer, body),
    objectFileDelete: (viewer, { id, file }) => files.remove(viewer, id, file),
  }) satisfies Handlers
