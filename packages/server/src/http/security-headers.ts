import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { PageConfig } from '@stationmaster/contract'

/** External origins that the console may access, as configured. */
export interface OpenPlaces {
  connect: string[]
  images: string[]
}

/** Returns the origins that an external map or API needs. */
export function openPlacesOf(page: Pick<PageConfig, 'apiDomain' | 'ocppApiDomain' | 'map'>): OpenPlaces {
  const { style, raster } = page.map
  const map = [style, raster].filter((address) => address !== null).map(originOf)
  const api = [page.apiDomain, page.ocppApiDomain].filter((address) => address !== '').map(originOf)
  const sockets = api.map((origin) => origin.replace(/^http/, 'ws'))
  return { connect: [...api, ...sockets, ...map], images: map }
}

/**
 * `https://{a-c}.tiles.example/{z}/…` is not a valid URL for a parser: the first label of the host becomes a
 * star.
 */
const originOf = (address: string): string =>
  (/^(https?:\/\/[^/]+)/.exec(address)?.[1] ?? '').replace(/\/\/[^/.]*\{[^}]*\}[^/.]*\./, '//*.')

/** Returns the content security policy of a page (no inline script or style without the page's nonce). */
export const pagePolicy = (nonce: string, places: OpenPlaces): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${places.images.join(' ')}`.trim(),
    "font-src 'self'",
    connectSources(places),
    // the map creates workers from its own code
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Content security policy of a page without data of the server, such as the one shown without a network. */
export const staticPagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Returns the content security policy of a script, which applies if it runs as a worker: it may fetch tiles of the map. */
export const scriptPolicy = (places: OpenPlaces): string =>
  ["default-src 'none'", connectSources(places), "frame-ancestors 'none'"].join('; ')

const connectSources = (places: OpenPlaces): string => `connect-src 'self' ${places.connect.join(' ')}`.trim()

/** Headers of every response besides the defaults of Helmet; a page replaces the policy by its own. */
export const helmetOptions = (isSecure: boolean): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
})

/** Not among the headers of Helmet. */
export const permissionsPolicy = 'camera=(), microphone=(), payment=()'
