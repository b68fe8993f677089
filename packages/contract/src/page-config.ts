import { Type, type Static } from 'typebox'

/** The page configuration served with the console at `/page-config.json`; every part overrides a default. */
export const PageConfig = Type.Object({
  authorize: Type.Boolean(),
  crm: Type.Boolean(),
  driver: Type.Boolean(),
  admin: Type.Boolean(),
  ocpp: Type.Boolean(),
  /** API origin (empty: the page's own) and path; the OCPP tools may have another. */
  apiDomain: Type.String(),
  apiPath: Type.String(),
  ocppApiDomain: Type.String(),
  ocppApiPath: Type.String(),
  /** WebSocket origin that stations use; `/ocpp/<account>` is appended. */
  stationDomain: Type.String(),
  clientId: Type.String(),
  /** Token endpoint; empty for `/oauth2/token` of the API's origin. */
  tokenUrl: Type.String(),
  /** Storage keys of the token that public screens use, and of its refresh token. */
  machineTokenName: Type.String(),
  machineRefreshTokenName: Type.String(),
  titleSuffix: Type.String(),
  debug: Type.Boolean(),
  /** True if users may sign in with Google. */
  google: Type.Boolean(),
  /** Name of the other configured issuer; empty if there is none. */
  openid: Type.String(),
  /** True if users may sign up by themselves. */
  signUp: Type.Boolean(),
  /** A style JSON or an XYZ template for streets; null selects the bundled base map. */
  map: Type.Object({
    style: Type.Union([Type.String(), Type.Null()]),
    raster: Type.Union([Type.String(), Type.Null()]),
    attribution: Type.Union([Type.String(), Type.Null()]),
  }),
  version: Type.String(),
})
export type PageConfig = Static<typeof PageConfig>
