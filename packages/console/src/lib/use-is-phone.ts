import { useMediaQuery } from '@mantine/hooks'

/** Returns true if the window has the width of a phone, from the first rendering on. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
