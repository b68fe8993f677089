import type { Config } from './config.ts'

/** Returns scheme and host for stations, derived from the address that the caller used unless configured. */
export const stationOrigin = (
  { page, publicUrl }: Pick<Config, 'page' | 'publicUrl'>,
  callerOrigin: string,
): string => page.stationDomain || (publicUrl ?? callerOrigin).replace(/^http/, 'ws')

/** Returns the base link of an account, to which the identity is appended. */
export const accountLink = (origin: string, accountCode: string): string =>
  `${origin}/ocpp/${encodeURIComponent(accountCode)}/`

export const stationLink = (origin: string, accountCode: string, identity: string): string =>
  accountLink(origin, accountCode) + encodeURIComponent(identity)
