import type { Endpoint } from '@stationmaster/contract'
import { createStore, useStore } from './store.ts'

/** Returns whether the viewer may make a call with such a body, by the rule that the server applies to it. */
export type May = (row: Pick<Endpoint, 'path'>, body?: { id?: string | null; action?: string }) => boolean

/** The rights of the viewer; until they are known everything is offered, and the server decides. */
export const access = createStore<May>(() => true)

/**
 * Returns what the viewer may do: `const may = useMay(); may(cardSet, { id: null })`. Filled while somebody is signed in
 * (`shell/learn-access.ts`), and again when rights change.
 */
export const useMay = (): May => useStore(access)
