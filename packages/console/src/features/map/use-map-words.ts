import { useMemo } from 'react'
import { useTexts } from '../../lib/texts.ts'

/** Returns the texts of the map's controls; the same object until the language changes. */
export function useMapWords() {
  const t = useTexts('map')
  return useMemo(
    () => ({
      title: t('title'),
      zoomIn: t('zoomIn'),
      zoomOut: t('zoomOut'),
      credits: t('credits'),
      close: t('close'),
      loading: t('loading'),
      showAll: t('showAll'),
    }),
    [t],
  )
}
