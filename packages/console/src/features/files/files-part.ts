import { lazy } from 'react'
import { loadTexts } from '../../lib/texts.ts'

// The files of an object are loaded with their texts.

/** Loads the photos of a station, for a section that is lazy itself. */
export async function loadStationPhotos() {
  const [module] = await Promise.all([import('./files.tsx'), loadTexts('files')])
  return { default: module.Photos }
}

export const SiteFiles = lazy(async () => {
  const [module] = await Promise.all([import('./files.tsx'), loadTexts('files')])
  return { default: module.SiteFiles }
})

export const ClientFiles = lazy(async () => {
  const [module] = await Promise.all([import('./files.tsx'), loadTexts('files')])
  return { default: module.ClientFiles }
})
