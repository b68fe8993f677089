import type { PageConfig } from '@stationmaster/contract'
import type { Config } from './config.ts'
import { version } from './version.ts'

/** Client id of the console, for which its tokens are issued. */
export const consoleClientId = 'stationmaster-console'

/** Returns scheme and host for stations, derived from the address that the caller used. */
export const stationOrigin = (config: Config, callerOrigin: string): string =>
  config.page.stationDomain || callerOrigin.replace(/^http/, 'ws')

/** Returns the configuration served beside the page. */
export const pageConfig = (config: Config, callerOrigin: string): PageConfig => ({
  ...config.page,
  apiDomain: '',
  apiPath: '/api/v1',
  ocppApiDomain: '',
  ocppApiPath: '/api/v1',
  stationDomain: stationOrigin(config, callerOrigin),
  clientId: consoleClientId,
  tokenUrl: '',
  machineTokenName: 'token',
  machineRefreshTokenName: 'refresh_token',
  google: config.openId.some(({ code }) => code === 'google'),
  openid: config.openId.find(({ code }) => code === 'oidc')?.name ?? '',
  signUp: config.signUp !== 'off',
  version,
})
