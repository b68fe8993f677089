import { lazy } from 'react'
import { loadTexts } from '../../lib/texts.ts'

async function load() {
  const [module] = await Promise.all([import('./signed-values.tsx'), loadTexts('transactions')])
  return module
}

/** The signed values of a session, loaded with their texts. */
export const SignedValues = lazy(async () => ({ default: (await load()).SignedValues }))

/** Those of the session of a guest. */
export const GuestSignedValues = lazy(async () => ({ default: (await load()).GuestSignedValues }))
