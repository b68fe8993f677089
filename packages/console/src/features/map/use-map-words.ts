import { useMemo } from 'react'
import { useTexts } from '../../lib/texts.ts'

/** Returns the name of a map and the texts of its controls; the same object until the language changes. */
export function useMapWords(title: 'title' | 'place' | 'pick' = 'title') {
  const t = useTexts('map')
  return useMemo(
    () => ({
      title: t(title),
      zoomIn: t('zoomIn'),
      zoomOut: t('zoomOut'),
      credits: t('credits'),
      close: t('close'),
      metres: t('metres'),
      kilometres: t('kilometres'),
      loading: t('loading'),
      showAll: t('showAll'),
    }),
    [t, title],
  )
}
