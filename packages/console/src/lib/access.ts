import type { Endpoint } from '@stationmaster/contract'
import { createStore, useStore } from './store.ts'

/** Returns true if the viewer may make a call with this body, by the rule that the server applies to it. */
export type May = (
  row: Pick<Endpoint, 'path' | 'use'>,
  body?: { id?: string | null; action?: string },
) => boolean

/** Offers everything until the rights are loaded; the server decides. */
const everything: May = () => true

/** Rights of the viewer. */
export const access = createStore<May>(everything)

/** Forgets the rights of a viewer. */
export const forgetAccess = (): void => access.set(everything)

/**
 * Returns the function that checks the viewer's rights: `const may = useMay(); may(cardSet, { id: null })`.
 * Loaded after sign-in (`shell/learn-access.ts`), and again when rights change.
 */
export const useMay = (): May => useStore(access)

/** Returns true if the viewer's rights are loaded and permit a call, for requests that would otherwise be refused. */
export function useMayForCertain(row: Parameters<May>[0]): boolean {
  const may = useMay()
  return may !== everything && may(row)
}
