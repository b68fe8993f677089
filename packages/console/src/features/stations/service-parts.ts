import { lazy } from 'react'
import { loadTexts } from '../../lib/texts.ts'

// Loaded with their texts when they are shown: few stations are out of service.

export const ServiceDialog = lazy(async () => {
  const [module] = await Promise.all([import('./service-dialog.tsx'), loadTexts('service')])
  return { default: module.ServiceDialog }
})

export const OutOfServiceNotice = lazy(async () => {
  const [module] = await Promise.all([import('./out-of-service.tsx'), loadTexts('service')])
  return { default: module.OutOfServiceNotice }
})
