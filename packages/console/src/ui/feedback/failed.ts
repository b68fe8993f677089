import { createStore } from '../../lib/store.ts'

/** Failure of an action whose button has no place to show it: a dialog with text, code and id of the error. */
export interface Failed {
  error: unknown
  title: string
}

export const failed = createStore<Failed | null>(null)

/**
 * Shows why an action failed, until the user closes it: `onError: (error) => showFailure(error,
 * t('ui.actionFailed'))`.
 */
export const showFailure = (error: unknown, title: string): void => failed.set({ error, title })
