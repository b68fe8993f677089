import type { Rights } from '../src/shared/scope.ts'

/** Of a person who may do everything; for tests that do not come in by the door. */
export const mayAll: Rights = {
  may: () => true,
  mayMethod: () => true,
  mayObject: () => true,
  maySome: () => true,
  ruledObjects: () => [],
}
