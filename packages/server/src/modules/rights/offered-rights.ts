import type { ClassCode } from '@stationmaster/contract'
import type { Rights, Viewer } from '../../shared/scope.ts'

/** Letters that the handlers of a class refuse users of a client, whatever rules allow. */
const refused: Partial<Record<ClassCode, string>> = {
  account: 'cud',
  charge: 'cud',
  client: 'c',
  client_group: 'cud',
  invoice: 'cud',
  payment: 'ud',
  // they see none of them
  seller: 'scud',
  site: 'c',
  tariff: 'cud',
}

const isRefused = (classCode: string, verb: string): boolean =>
  (refused as Partial<Record<string, string>>)[classCode]?.includes(verb) ?? false

/**
 * Returns the rights of a viewer by which consoles decide what to offer. The guard uses those by rules alone: for an
 * object that a user of a client may not see, handlers answer that it does not exist.
 */
export function offeredRights({ clientId, rights }: Pick<Viewer, 'clientId' | 'rights'>): Rights {
  if (clientId === null) return rights
  return {
    ...rights,
    may: (classCode, verb) => !isRefused(classCode, verb) && rights.may(classCode, verb),
    mayObject: (object, verb) => !isRefused(object.classCode, verb) && rights.mayObject(object, verb),
  }
}
