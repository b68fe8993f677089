import type { PageConfig } from '@stationmaster/contract'
import { isObject } from './is-object.ts'

/**
 * The page configuration, merged over these defaults: boot.js reads it in the page, into which the server writes it, or
 * fetches `/page-config.json`. Areas without screens are off unless the configuration turns them on.
 */
export type { PageConfig }

interface Boot {
  fragment: Record<string, string> | null
  config: Promise<unknown> | null
  user: Promise<Response | null> | null
  /** First data of the page. */
  data?: { path: string; body: string; token: string | null; response: Promise<Response | null> }[]
}

declare global {
  interface Window {
    __stationmaster?: Boot
  }
}

const defaults: PageConfig = {
  authorize: true,
  crm: true,
  driver: false,
  admin: false,
  ocpp: true,
  apiDomain: '',
  apiPath: '/api/v1',
  ocppApiDomain: '',
  ocppApiPath: '/api/v1',
  stationDomain: '',
  clientId: 'stationmaster-console',
  tokenUrl: '',
  machineTokenName: 'token',
  machineRefreshTokenName: 'refresh_token',
  titleSuffix: '',
  debug: true,
  google: false,
  openid: '',
  signUp: true,
  map: { style: null, raster: null, attribution: null },
  version: '',
}

let current: PageConfig = defaults

/** Returns the current configuration; the defaults until it has loaded. */
export const pageConfig = (): PageConfig => current

/** Merges the served values over the defaults. A value of the wrong type is dropped and logged. */
export function applyPageConfig(served: unknown): PageConfig {
  current = overlay(defaults, served)
  return current
}

/** Waits for the configuration that boot.js reads or fetches. A missing or broken file leaves the defaults. */
export async function loadPageConfig(): Promise<PageConfig> {
  return applyPageConfig(await (window.__stationmaster?.config ?? null))
}

/** Returns the tokens or the error that a sign-in redirect left in the address; only once. */
export function takeFragment(): Record<string, string> | null {
  const fragment = window.__stationmaster?.fragment ?? null
  if (window.__stationmaster) window.__stationmaster.fragment = null
  return fragment
}

/** Returns the response that boot.js has requested for the first check of the user; later calls send a request. */
export async function fetchUser(...request: Parameters<typeof fetchData>): Promise<Response> {
  const requested = window.__stationmaster?.user
  if (window.__stationmaster) window.__stationmaster.user = null
  return (await requested) || fetch(...request)
}

/**
 * Fetches from the server. The first time it returns a response that boot.js has requested, if address, body and
 * token are the same.
 */
export async function fetchData(address: string, init: RequestInit): Promise<Response> {
  const all = window.__stationmaster?.data ?? []
  const requested = all.find(({ body, path }) => body === init.body && address.endsWith(path))
  if (!requested) return fetch(address, init)
  const token = new Headers(init.headers).get('authorization')
  if (token !== (requested.token && `Bearer ${requested.token}`)) return fetch(address, init)
  window.__stationmaster!.data = all.filter((one) => one !== requested)
  return (await requested.response) || fetch(address, init)
}

/** Returns the WebSocket origin for stations, without the account: the configured one or this page's host. */
export function stationOrigin(config: PageConfig = current): string {
  if (config.stationDomain !== '') return config.stationDomain.replace(/\/+$/, '')
  return `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}`
}

function overlay(base: PageConfig, served: unknown): PageConfig {
  if (!isObject(served)) return base
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(served)) {
    const expected = merged[name]
    if (name === 'map') merged.map = { ...base.map, ...(isObject(value) ? value : {}) }
    else if (expected !== undefined && typeof value === typeof expected) merged[name] = value
    else if (expected !== undefined)
      console.warn(`page configuration: ${name} should be a ${typeof expected}`)
  }
  // Every member was checked against the type of its default above.
  return merged as PageConfig
}
