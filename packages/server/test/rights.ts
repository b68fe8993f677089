import type { Rights } from '../src/shared/scope.ts'

/** Rights of a user who may do everything; for tests that bypass the web server. */
export const mayAll: Rights = {
  may: () => true,
  mayMethod: () => true,
  mayObject: () => true,
  maySome: () => true,
  ruledObjects: () => [],
}
