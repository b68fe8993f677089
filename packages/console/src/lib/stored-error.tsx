import { lazy } from 'react'
import { loadTexts, useTexts } from './texts.ts'

interface Stored {
  /** Code of the error table; null if a station sent the message. */
  code: string | null
  params: Readonly<Record<string, string | number>> | null
  /** The message in English, or as the station sent it. */
  message: string | null
}

/**
 * Shows an error that the server has stored, in the user's language. For a code without a text (from a newer
 * server), it shows the server's message. Loads the texts of errors when it is first shown.
 */
export const StoredError = lazy(async () => {
  await loadTexts('errors')
  return { default: Translated }
})

function Translated({ code, params, message }: Stored) {
  const text = useErrorText()
  return code === null ? message : text(code, { defaultValue: message ?? code, ...params })
}

/** Returns a function that translates error codes, for screens that have loaded the texts of errors. */
export function useErrorText() {
  const t = useTexts('errors')
  // the keys are the error codes of the contract; a test checks that each has a text
  return (code: string, params: Record<string, string | number> = {}) => t(code as 'station.offline', params)
}
