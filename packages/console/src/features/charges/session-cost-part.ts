import { lazy } from 'react'
import { loadTexts } from '../../lib/texts.ts'

/** The cost of a session, loaded with its texts. */
export const SessionCost = lazy(async () => {
  const [module] = await Promise.all([import('./session-cost.tsx'), loadTexts('charges')])
  return { default: module.SessionCost }
})
