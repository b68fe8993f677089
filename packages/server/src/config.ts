import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { productTitle } from '@stationmaster/contract'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { Environment } from './environment.ts'
import { firstPartyClients } from './first-party-clients.ts'
import { openIdProviders } from './open-id-providers.ts'
import { paymentConfig } from './payment-config.ts'
import { stationTlsConfig } from './station-tls-config.ts'
import type { Config } from './shared/config.ts'
import { proxyNetworks, refuseHopsWithProxyProtocol } from './proxy-networks.ts'
import { isNetwork, proxyTrustWarning, type ProxyTrust, readProxyTrust } from './shared/peer-address.ts'
import { StartProblem } from './shared/start-problem.ts'
import { tracingConfig } from './tracing-config.ts'

type Variables = Record<string, string | undefined>

/**
 * Reads the environment. A wrong or misspelled variable throws a one-line message with its name and the
 * expected form.
 */
export function readConfig(variables: Variables = process.env): Config {
  refuseMisspelt(variables)
  const env = Object.fromEntries(
    Object.entries(Environment.properties).map(([name, schema]) => [name, readOne(name, schema, variables)]),
  ) as Environment
  return shape(env)
}

function shape(env: Environment): Config {
  const listed = splitList(env.AREAS)
  const noSignInFrom = listed.includes('authorize') ? null : readNetworks(env.NO_SIGN_IN_FROM)
  refuseRoleWithout(env)
  refuseHopsWithProxyProtocol(env)
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    throw new StartProblem(
      'DATABASE_DIRECT_URL is set without DATABASE_URL: set DATABASE_URL alone without a pooler',
    )
  return {
    role: env.ROLE,
    port: env.PORT,
    host: env.HOST || undefined,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL || undefined,
    databaseDirectUrl: env.DATABASE_DIRECT_URL || undefined,
    databaseReadUrl: env.DATABASE_READ_URL || undefined,
    natsUrl: env.NATS_URL || undefined,
    databasePool: env.DATABASE_POOL,
    walArchive: env.WAL_ARCHIVE ? resolve(env.WAL_ARCHIVE) : undefined,
    adminPassword: env.ADMIN_PASSWORD || undefined,
    secretKey: env.SECRET_KEY || undefined,
    totpDemand: env.REQUIRE_TOTP as Config['totpDemand'], // checked against the schema
    publicUrl: withoutSlash(env.PUBLIC_URL) || undefined,
    stationUrl: withoutSlash(env.STATION_URL) || undefined,
    trustProxy: proxyTrust(env.TRUST_PROXY),
    proxyProtocol: proxyNetworks('PROXY_PROTOCOL', env.PROXY_PROTOCOL),
    noSignInFrom,
    warnings: [proxyTrustWarning(env.TRUST_PROXY), noSignInWarning(noSignInFrom)].filter(
      (one) => one !== null,
    ),
    corsOrigins: splitList(env.CORS_ORIGINS).map(withoutSlash),
    stationTls: stationTlsConfig(env),
    ocpp: {
      pingMs: env.OCPP_PING_SECONDS * 1000,
      callTimeoutMs: env.OCPP_CALL_TIMEOUT_SECONDS * 1000,
      frameBytes: env.OCPP_FRAME_KIB * 1024,
      deflate: env.OCPP_DEFLATE,
    },
    signUp: env.SIGN_UP as Config['signUp'], // one of the values of its schema
    mail: { smtpUrl: env.SMTP_URL || undefined, from: env.MAIL_FROM || defaultSender(env.PUBLIC_URL) },
    openId: openIdProviders(env),
    payments: paymentConfig(env),
    scriptPostAllowed: env.SCRIPT_POST_ALLOWED,
    pushServices: env.PUSH_SERVICES,
    clients: firstPartyClients(env),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN || undefined,
    tracing: tracingConfig(env),
    auditAnchors: {
      file: env.AUDIT_ANCHOR_FILE ? resolve(env.AUDIT_ANCHOR_FILE) : undefined,
      url: env.AUDIT_ANCHOR_URL || undefined,
    },
    retention: {
      logDays: env.LOG_RETENTION_DAYS,
      meterDays: env.METER_RETENTION_DAYS,
      apiLogDays: env.API_LOG_RETENTION_DAYS,
      activityDays: env.ACTIVITY_RETENTION_DAYS,
      eventLogDays: env.EVENT_LOG_RETENTION_DAYS,
    },
    quotas: {
      stations: env.ACCOUNT_MAX_STATIONS,
      cards: env.ACCOUNT_MAX_CARDS,
      users: env.ACCOUNT_MAX_USERS,
      logMibPerDay: env.ACCOUNT_MAX_LOG_MIB_PER_DAY,
    },
    page: {
      authorize: listed.includes('authorize'),
      crm: listed.includes('crm'),
      driver: listed.includes('driver'),
      admin: listed.includes('admin'),
      ocpp: listed.includes('ocpp'),
      stationDomain: withoutSlash(env.STATION_URL) || withoutSlash(env.PUBLIC_URL).replace(/^http/, 'ws'),
      titleSuffix: env.TITLE_SUFFIX,
      debug: env.PAGE_DEBUG,
      map: {
        style: env.MAP_STYLE || null,
        raster: env.MAP_RASTER || null,
        attribution: env.MAP_ATTRIBUTION || null,
      },
    },
  }
}

/** Throws a StartProblem if the role lacks what the processes of one database share. */
function refuseRoleWithout({ ROLE, DATABASE_URL, SECRET_KEY }: Environment): void {
  if (ROLE === 'all') return
  if (!DATABASE_URL)
    throw new StartProblem(
      `ROLE=${ROLE} needs DATABASE_URL: only ROLE=all uses the embedded database, which serves one process`,
    )
  if (!SECRET_KEY)
    throw new StartProblem(
      `ROLE=${ROLE} needs SECRET_KEY: all processes of one database must have the same key`,
    )
}

function proxyTrust(text: string): ProxyTrust {
  const trust = readProxyTrust(text)
  if (trust) return trust
  throw new StartProblem(
    `TRUST_PROXY must be ${expectedForm(Environment.properties.TRUST_PROXY)}, not "${text}"`,
  )
}

function readNetworks(text: string): string[] {
  const networks = splitList(text)
  if (networks.length > 0 && networks.every(isNetwork)) return networks
  throw new StartProblem(
    `NO_SIGN_IN_FROM must be ${expectedForm(Environment.properties.NO_SIGN_IN_FROM)}, not "${text}"`,
  )
}

/** Returns the warning that sign-in is switched off; null if it is required. */
const noSignInWarning = (networks: readonly string[] | null): string | null =>
  networks &&
  `AREAS leaves "authorize" out: every caller from ${networks.join(', ')} works as an administrator without signing in`

/** Returns the default sender; replies to it are not read. */
const defaultSender = (publicUrl: string): string =>
  `${productTitle} <no-reply@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`

function readOne(name: string, schema: TSchema, variables: Variables): unknown {
  const text = variables[name] ?? readSecretFile(name, schema, variables)
  if (text === undefined || text === '') return 'default' in schema ? schema.default : ''
  const value = parse(schema, text.trim())
  if (Value.Check(schema, value)) return value
  const shown = 'secret' in schema ? '' : `, not "${text}"`
  throw new StartProblem(`${name} must be ${expectedForm(schema)}${shown}`)
}

/**
 * Reads a secret from the file named by a variable such as `ADMIN_PASSWORD_FILE`, as is common with
 * containers.
 */
function readSecretFile(name: string, schema: TSchema, variables: Variables): string | undefined {
  const path = 'secret' in schema ? variables[`${name}_FILE`] : undefined
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartProblem(`${name}_FILE names ${path}, which cannot be read`, { cause: error })
  }
}

const words: Record<string, boolean> = {
  on: true,
  true: true,
  yes: true,
  1: true,
  off: false,
  false: false,
  no: false,
  0: false,
}

function parse(schema: TSchema, text: string): unknown {
  if (typeOf(schema) === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text
  if (typeOf(schema) === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (typeOf(schema) === 'boolean') return words[text.toLowerCase()] ?? text
  return text
}

/**
 * Returns the expected form of a variable in words; also for the table of the README.
 * @public used by scripts/generate-readme.mjs
 */
export function expectedForm(schema: TSchema): string {
  const known = schema as TSchema & {
    form?: string
    minimum?: number
    maximum?: number
    maxLength?: number
    anyOf?: { const: string }[]
  }
  if (known.form) return known.form
  if (known.anyOf) return `one of ${known.anyOf.map((choice) => choice.const).join(', ')}`
  if (typeOf(schema) === 'integer') return `a whole number from ${known.minimum} to ${known.maximum}`
  if (typeOf(schema) === 'number') return `a number from ${known.minimum} to ${known.maximum}`
  if (typeOf(schema) === 'boolean') return 'on or off'
  return known.maxLength ? `a text of at most ${known.maxLength} characters` : 'a text'
}

function typeOf(schema: TSchema): unknown {
  return 'type' in schema ? schema.type : undefined
}

/** Rejects unknown names with a reserved prefix, which are taken for misspelled ones. */
function refuseMisspelt(variables: Variables): void {
  const known = Object.keys(Environment.properties)
  const wrong = Object.keys(variables).find((name) => name.startsWith('OCPP_') && !known.includes(name))
  if (wrong === undefined) return
  const ours = known.filter((name) => name.startsWith('OCPP_')).join(', ')
  throw new StartProblem(`${wrong} is not a variable of this server; known are ${ours}`)
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}
