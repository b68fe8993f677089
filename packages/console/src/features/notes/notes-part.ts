import { lazy } from 'react'
import { loadTexts } from '../../lib/texts.ts'

/** The notes about an object, loaded with their texts. */
export const Notes = lazy(async () => {
  const [module] = await Promise.all([import('./notes.tsx'), loadTexts('notes')])
  return { default: module.Notes }
})
