import { titleWithSuffix } from '@stationmaster/contract'
import { pageConfig } from './page-config.ts'

export { productTitle } from '@stationmaster/contract'

/** Returns the window title of a screen: its name, the product's name, the configured suffix. */
export const pageTitle = (screen?: string): string =>
  [screen, titleWithSuffix(pageConfig().titleSuffix)].filter((part) => part).join(' · ')
