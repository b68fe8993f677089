import i18next from 'i18next'
import { useCallback } from 'react'
import { useLanguage } from './texts.ts'

/**
 * Words for the values of OCPP, by the member that has them (`reason`, `status`, `measurand`), `callError` for
 * the codes of a CALLERROR, `idTagStatus` for the status of a card in a list.
 */
export type TermWord = (member: string, value: string) => string

/**
 * Returns a function that translates values of OCPP; those of vendors and of other versions stay unchanged.
 * The texts `terms` must be loaded.
 */
export function useTermWord(): TermWord {
  const language = useLanguage()
  return useCallback(
    (member, value) => {
      const find = (namespace: string, key: string): unknown => i18next.getResource(language, namespace, key)
      const word =
        find('terms', `${member}.${value}`) ??
        (member === 'idTagStatus' ? find('terms', `status.${value}`) : undefined) ??
        // the statuses of a connector have the words that all screens show
        (member === 'status' ? find('shell', `states.${value.toLowerCase()}`) : undefined)
      return typeof word === 'string' ? word : value
    },
    [language],
  )
}

/** Returns true if a word only repeats its term, as "Accepted" and "Power loss" do in English. */
export const repeatsTerm = (word: string, term: string): boolean =>
  word.replaceAll(/[\s-]/g, '').toLowerCase() === term.replaceAll('-', '').toLowerCase()
