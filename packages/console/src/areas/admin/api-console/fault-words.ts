import { useTexts } from '../../../lib/texts.ts'
import type { PlacedFault } from './body-faults.ts'

/** Returns a function that describes a fault of a body. */
export function useFaultWords(): (placed: PlacedFault) => string {
  const t = useTexts('api-console')
  return ({ fault }) => {
    if (!fault) return t('faults.json')
    const name = fault.path.length > 0 ? String(fault.path.at(-1)) : t('faults.body')
    return t(`faults.${fault.word}`, { name, about: fault.about })
  }
}
