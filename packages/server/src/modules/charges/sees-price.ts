import type { Scope } from '../../shared/scope.ts'

/** Returns true if the viewer may see the price of a session that this client pays; null: no client pays it. */
export const seesPrice = (
  { isAdmin, clientId }: Pick<Scope, 'isAdmin' | 'clientId'>,
  payer: string | null,
): boolean => isAdmin || clientId === null || clientId === payer
