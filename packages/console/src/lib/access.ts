import type { Endpoint } from '@stationmaster/contract'
import { createStore, useStore } from './store.ts'

/** Returns true if the viewer may make a call with this body, by the rule that the server applies to it. */
export type May = (
  row: Pick<Endpoint, 'path' | 'use'>,
  body?: { id?: string | null; action?: string },
) => boolean

/** Rights of the viewer; until they are loaded everything is offered, and the server decides. */
export const access = createStore<May>(() => true)

/**
 * Returns the function that checks the viewer's rights: `const may = useMay(); may(cardSet, { id: null })`.
 * Loaded after sign-in (`shell/learn-access.ts`), and again when rights change.
 */
export const useMay = (): May => useStore(access)
