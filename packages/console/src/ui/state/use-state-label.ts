import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { stateWordKey } from './state-names.ts'

/** Returns a function that translates states of stations or connectors; custom labels take precedence. */
export function useStateLabel(of: 'charge_point' | 'connector' = 'charge_point') {
  const t = useTexts()
  const given = useCustomLabels()
  // the state of a station is mostly that of one of its connectors
  return (code: string): string => given(of, code) ?? given('connector', code) ?? t(stateWordKey(code))
}
