import { exists, t as translate } from 'i18next'
import { useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTermWord } from '../../lib/term-words.ts'
import { useTexts } from '../../lib/texts.ts'
import type { FieldProblem } from './problems.ts'

/** Texts of a form: labels, help and options by their OCPP names, in the user's language. */
export interface FieldWords {
  /** Returns the label of a member; without an entry it is derived from the OCPP name: `evseId` is "Evse id". */
  label(name: string): string
  /** Returns one line of help, or an empty text. */
  help(name: string): string
  /** Returns the text of a value of an enumeration, or an empty text if there is none. */
  option(name: string, value: string): string
  problem(problem: FieldProblem): string
}

/** Splits `chargingProfileKind` into words, for members without a label. */
export function humanise(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    // Abbreviations stay as they are: EV, ISO15118, SHA256.
    .map((word) => (/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Type of `t` for keys that are derived from a schema and therefore not typed. */
type Translate = (key: string, options: { ns: string }) => string
type LookUp = (keys: readonly string[]) => string | null

/** Returns the first existing key. Names of members come from schemas, so they are not typed. */
const lookUp: LookUp = (keys) => {
  const key = keys.find((candidate) => exists(candidate, { ns: 'commands' }))
  return key === undefined ? null : (translate as Translate)(key, { ns: 'commands' })
}

export function useFieldWords(action: string): FieldWords {
  const t = useTexts('commands')
  const format = useFormat()
  const term = useTermWord()
  return useMemo(() => {
    const lookUpFor = (kind: 'field' | 'help', name: string): string | null =>
      lookUp([`${kind}Of.${action}.${name}`, `${kind}.${name}`])
    const formatValue = (value: unknown): string =>
      typeof value === 'number' ? format.number(value, Number.isInteger(value) ? 0 : 1) : String(value)
    return {
      label: (name) => lookUpFor('field', name) ?? humanise(name),
      help: (name) => lookUpFor('help', name) ?? '',
      option: (name, value) => {
        // The only status that a command sends is that of a card in the local list.
        const word = term(name === 'status' ? 'idTagStatus' : name, value)
        return word === value ? '' : word
      },
      problem({ keyword, params = {} }) {
        const limits = { limit: formatValue(params.limit), step: formatValue(params.multipleOf) }
        switch (keyword) {
          case 'type':
            return lookUp([`problem.type_${String(params.type)}`]) ?? t('problem.other')
          case 'format':
            return lookUp([`problem.format_${String(params.format)}`]) ?? t('problem.other')
          case 'enum':
            return t('problem.enum')
          case 'multipleOf':
            return t('problem.multipleOf', limits)
          case 'minItems':
          case 'maxItems':
          case 'minLength':
          case 'maxLength':
            return t(`problem.${keyword}`, { count: Number(params.limit) })
          case 'minimum':
          case 'maximum':
          case 'exclusiveMinimum':
          case 'exclusiveMaximum':
            return t(`problem.${keyword}`, limits)
          case 'required':
          case 'additionalProperties':
            return t(`problem.${keyword}`)
          default:
            return t('problem.other')
        }
      },
    }
  }, [action, format, t, term])
}
