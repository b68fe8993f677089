import { pageConfig } from './page-config.ts'

/** Window title of a screen: its own name, the product's, the configured suffix. */
export function pageTitle(screen?: string): string {
  const suffix = pageConfig().titleSuffix.trim()
  return [screen, suffix === '' ? 'OCPP CS' : `OCPP CS ${suffix}`].filter((part) => part).join(' · ')
}
