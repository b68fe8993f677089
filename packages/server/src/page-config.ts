import type { PageConfig } from '@stationmaster/contract'
import type { Config } from './shared/config.ts'
import { stationOrigin } from './shared/station-address.ts'
import { consoleClientId } from './modules/identity/index.ts'
import { version } from './version.ts'

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
