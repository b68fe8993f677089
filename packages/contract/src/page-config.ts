import { Type, type Static } from 'typebox'

/** The page configuration served beside the console at `/page-config.json`; every part overrides a default. */
export const PageConfig = Type.Object({
  authorize: Type.Boolean(),
  crm: Type.Boolean(),
  driver: Type.Boolean(),
  admin: Type.Boolean(),
  ocpp: Type.Boolean(),
  /** API origin (empty: the page's own) and path; the OCPP tools may live elsewhere. */
  apiDomain: Type.String(),
  apiPath: Type.String(),
  ocppApiDomain: Type.String(),
  ocppApiPath: Type.String(),
  /** Websocket origin that stations use; `/ocpp/<account>` is appended. */
  stationDomain: Type.String(),
  clientId: Type.String(),
  /** Where tokens are issued and exchanged; empty: `/oauth2/token` of the API's origin. */
  tokenUrl: Type.String(),
  /** Under what names the token that public screens ask with, and its refresh token, are kept on the device. */
  machineTokenName: Type.String(),
  machineRefreshTokenName: Type.String(),
  titleSuffix: Type.String(),
  debug: Type.Boolean(),
  /** Whether people may sign in with Google. */
  google: Type.Boolean(),
  /** What the other issuer that people may sign in with is called; empty: there is none. */
  openid: Type.String(),
  /** Whether people may sign up by themselves. */
  signUp: Type.Boolean(),
  /** A style JSON or an XYZ template for streets; null shows the bundled base map. */
  map: Type.Object({
    style: Type.Union([Type.String(), Type.Null()]),
    raster: Type.Union([Type.String(), Type.Null()]),
    attribution: Type.Union([Type.String(), Type.Null()]),
  }),
  version: Type.String(),
})
export type PageConfig = Static<typeof PageConfig>
