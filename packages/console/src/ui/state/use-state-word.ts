import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { stateWordKey } from './state-names.ts'

/** Says states of stations or of connectors: as administrators call them, else in our words. */
export function useStateWord(of: 'charge_point' | 'connector' = 'charge_point') {
  const t = useTexts()
  const given = useCustomLabels()
  // what a station shows is mostly a state of one of its connectors
  return (code: string): string => given(of, code) ?? given('connector', code) ?? t(stateWordKey(code))
}
