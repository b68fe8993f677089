import type { openIdCodes, PageConfig } from '@stationmaster/contract'
import type { AccountQuotas } from './account-quotas.ts'
import type { ProxyTrust } from './peer-address.ts'

/** Part of the server that a process runs. */
export type Role = 'all' | 'gateway' | 'web' | 'jobs'

/** Settings of the server, in the units and types that the code uses. */
export interface Config {
  role: Role
  port: number
  /** Undefined: all addresses. */
  host: string | undefined
  /** Absolute path. */
  dataDir: string
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  /** The same database without the pooler that `databaseUrl` leads through; undefined: it leads through none. */
  databaseDirectUrl: string | undefined
  /** A streaming replica of it for queries; undefined: none. */
  databaseReadUrl: string | undefined
  /** Undefined: hints are sent by PostgreSQL. */
  natsUrl: string | undefined
  databasePool: number
  /** Absolute path of the folder to which the embedded database archives its write-ahead log. */
  walArchive: string | undefined
  adminPassword: string | undefined
  /** Encrypts second factors; undefined: a key in the data folder is used. */
  secretKey: string | undefined
  totpDemand: 'off' | 'admin' | 'all'
  /** Without a trailing slash. */
  publicUrl: string | undefined
  stationUrl: string | undefined
  trustProxy: ProxyTrust
  /** Load balancers whose connections to the port begin with a PROXY header. */
  proxyProtocol: readonly string[]
  /** Addresses and networks whose callers need not sign in; null if sign-in is required everywhere. */
  noSignInFrom: readonly string[] | null
  /** Warnings about unsafe settings, for the log. */
  warnings: string[]
  /** Origins of external pages that may call the API. */
  corsOrigins: string[]
  /** Files of the port on which stations connect with TLS; undefined: there is none. */
  stationTls: StationTlsConfig | undefined
  ocpp: { pingMs: number; callTimeoutMs: number; frameBytes: number; deflate: boolean }
  /** Role of users who sign up by themselves; `off` if no one may. */
  signUp: 'off' | 'driver' | 'operator'
  mail: { smtpUrl: string | undefined; from: string }
  /** OpenID providers with which users may sign in. */
  openId: OpenIdProvider[]
  payments: PaymentConfig
  /** Origins and networks separated by commas; parsed by `readAllowed` of posts. */
  scriptPostAllowed: string
  /** Origins of push services, as a list. */
  pushServices: string
  clients: FirstPartyClient[]
  logLevel: string
  /** Token with which a monitoring system reads the metrics; undefined: only administrators do. */
  metricsToken: string | undefined
  /** Undefined: no traces are recorded. */
  tracing: TracingConfig | undefined
  retention: {
    logDays: number
    meterDays: number
    apiLogDays: number
    eventLogDays: number
    activityDays: number
  }
  /** Destinations to which the end of the audit trail is published every hour. */
  auditAnchors: { file: string | undefined; url: string | undefined }
  /** Limits of accounts without own limits (`accounts.max_…` is null). */
  quotas: AccountQuotas
  page: Pick<
    PageConfig,
    'authorize' | 'crm' | 'driver' | 'admin' | 'ocpp' | 'titleSuffix' | 'debug' | 'map' | 'stationDomain'
  >
}

/** Settings of the traces of OpenTelemetry. */
export interface TracingConfig {
  /** Address to which traces are sent, with its path. */
  url: string
  headers: Record<string, string>
  service: string
  /** Part of the traces that are recorded, from 0 to 1. */
  ratio: number
}

/** Port on which stations connect with TLS, and its files with absolute paths. */
export interface StationTlsConfig {
  port: number
  /** Certificates of the server with their private keys, for different kinds of keys. */
  pairs: readonly { certificate: string; key: string }[]
  /** Authorities of client certificates; undefined: only the authority of the server itself. */
  clientCa: string | undefined
  /** Load balancers whose connections to the port begin with a PROXY header. */
  proxyProtocol: readonly string[]
}

/** Keys of Stripe, which belong to one company. */
export interface StripeConfig {
  secretKey: string
  /** Verifies the signature of messages. */
  webhookSecret: string
  /** False for test keys: no money moves. */
  isLive: boolean
  /** Server that imitates Stripe, for tests. */
  apiUrl: string | undefined
}

/** Settings of payment providers. */
export interface PaymentConfig {
  /** True for trials: payments succeed immediately, and no money moves. */
  offline: boolean
  /** Null if Stripe is not configured. */
  stripe: StripeConfig | null
  /** True if invoices are marked as a trial, because payments move no money. */
  isTrial: boolean
}

/** First-party API client besides the console, and its redirect URIs. */
export interface FirstPartyClient {
  id: string
  redirects: readonly string[]
}

/** A configured OpenID issuer. */
export interface OpenIdProvider {
  /** Part of the redirect address: `/oauth2/code/<code>`. */
  code: (typeof openIdCodes)[number]
  /** Label of the button. */
  name: string
  issuer: string
  clientId: string
  /** Undefined for a public client, which relies on PKCE only. */
  clientSecret: string | undefined
}

/** Tables whose rows are stored for a limited time, in partitions. */
export type PartitionedTable = 'ocpp_log' | 'meter_values' | 'api_log' | 'event_log' | 'activity'
