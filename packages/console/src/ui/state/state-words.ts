import { wordsOf } from '../table/file-sheet.ts'
import { stateWordKey, stateWordNames } from './state-names.ts'

/** Returns the words of the states of stations or connectors for an exported file. */
export const stateWords = (of: 'charge_point' | 'connector') =>
  wordsOf(
    stateWordNames,
    (code, { text, custom }) =>
      custom('state', of, code) ?? custom('state', 'connector', code) ?? text(`shell:${stateWordKey(code)}`),
  )
