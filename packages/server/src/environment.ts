import { type Static, Type } from 'typebox'
import { networksForm, stationTlsVariables } from './station-tls-variables.ts'
import { optionalWebAddress, tracingVariables } from './tracing-variables.ts'

/** Areas of the console. */
const areas = ['authorize', 'crm', 'driver', 'admin', 'ocpp'] as const

/** Parts of the server that one process runs. */
const roles = ['all', 'gateway', 'web', 'jobs'] as const

const days = { minimum: 1, maximum: 36_500 }
const quota = { minimum: 0, maximum: 100_000_000 }

/** Environment variables of the server with form, default and description. */
export const Environment = Type.Object({
  ROLE: Type.Union(
    roles.map((role) => Type.Literal(role)),
    {
      default: 'all',
      description:
        'Part that this process runs: connections of stations, API and console, or jobs. All but `all` need `DATABASE_URL` and `SECRET_KEY`, and any number of processes may have each role',
    },
  ),
  PORT: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65_535,
    description: 'Port of console, API and stations; 0 takes a free one',
  }),
  HOST: Type.String({ default: '', description: 'Address to listen on; empty: all of them' }),
  DATA_DIR: Type.String({
    default: './var',
    minLength: 1,
    description: 'Folder of the embedded database and other data',
  }),
  DATABASE_URL: Type.String({
    default: '',
    pattern: '^(postgres(ql)?://.+)?$',
    form: 'an address such as postgres://user:password@host:5432/database',
    description: 'A PostgreSQL (15 to 18) of your own instead of the embedded one',
    secret: true,
  }),
  DATABASE_DIRECT_URL: Type.String({
    default: '',
    pattern: '^(postgres(ql)?://.+)?$',
    form: 'an address such as postgres://user:password@host:5432/database',
    description:
      'The same database without a pooler, if `DATABASE_URL` leads through one in transaction mode, such as PgBouncer',
    secret: true,
  }),
  DATABASE_READ_URL: Type.String({
    default: '',
    pattern: '^(postgres(ql)?://.+)?$',
    form: 'an address such as postgres://user:password@replica:5432/database',
    description:
      'A streaming replica of the database, without a pooler, on which lists, reports and exports run if it has what was committed before them; otherwise they run on the database itself',
    secret: true,
  }),
  NATS_URL: Type.String({
    default: '',
    pattern: '^((nats|tls)://\\S+)?$',
    form: 'an address such as nats://user:password@nats.example.org:4222',
    description:
      'Sends the hints for consoles between processes by NATS instead of PostgreSQL, for thousands of messages of stations a second',
    secret: true,
  }),
  DATABASE_POOL: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 500,
    description:
      'Maximum number of database connections for API requests, half of them for lists and searches; up to fourteen more serve stations, sign-in and jobs',
  }),
  WAL_ARCHIVE: Type.String({
    default: '',
    description:
      'Folder, preferably on another disk, to which the embedded database copies its write-ahead log at least every five minutes, so that `npm run restore` can restore any moment after a backup; empty: none',
  }),
  ADMIN_PASSWORD: Type.String({
    default: '',
    pattern: '^(.{8,})?$',
    form: 'at least 8 characters',
    description: 'Creates the first administrator `admin` with this password, without a browser',
    secret: true,
  }),
  SECRET_KEY: Type.String({
    default: '',
    pattern: '^(.{32,})?$',
    form: 'at least 32 characters',
    description:
      'Key that encrypts secrets in the database (two-factor authentication, webhooks, the authority of station certificates) and signs the audit trail; the same for all servers of one database. Empty: a file in `DATA_DIR`',
    secret: true,
  }),
  REQUIRE_TOTP: Type.Union(
    ['off', 'admin', 'all'].map((who) => Type.Literal(who)),
    {
      default: 'off',
      description: 'Users who must use two-factor authentication: none, administrators, all',
    },
  ),
  PUBLIC_URL: Type.String({
    default: '',
    pattern: `^(https?://[^\\s/]+)?/?$`,
    form: 'an origin such as https://charging.example.org',
    description: 'Public address of the server for users and stations, if it differs from its own',
  }),
  STATION_URL: Type.String({
    default: '',
    pattern: '^(wss?://[^\\s/]+)?/?$',
    form: 'an origin such as wss://stations.example.org',
    description: 'Public address of the server for stations, if it differs from `PUBLIC_URL`',
  }),
  TRUST_PROXY: Type.String({
    default: 'off',
    form: 'off, the number of proxies in a row (1 to 16), or their addresses and networks, separated by commas',
    description:
      'Trusted proxies, whose `X-Forwarded-*` headers are used; preferably their addresses. The last address in `X-Forwarded-For` that is not a trusted proxy is the client (`on` is the same as 1)',
  }),
  PROXY_PROTOCOL: Type.String({
    default: '',
    form: networksForm,
    description:
      'Load balancers that forward TCP to `PORT` and begin each connection with a PROXY header (version 1 or 2), which has the address of the client; without HTTP headers of their own',
  }),
  CORS_ORIGINS: Type.String({
    default: '',
    pattern: '^(https?://[^\\s/,]+/?(\\s*,\\s*https?://[^\\s/,]+/?)*)?$',
    form: 'origins such as https://portal.example.org, separated by commas',
    description: 'Origins of other pages that may call the API',
  }),
  OCPP_PING_SECONDS: Type.Integer({
    default: 30,
    minimum: 5,
    maximum: 3600,
    description: 'Seconds without a message after which a station is pinged',
  }),
  OCPP_CALL_TIMEOUT_SECONDS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3600,
    description: 'Time limit for the response of a station to a command',
  }),
  OCPP_FRAME_KIB: Type.Integer({
    default: 256,
    minimum: 16,
    maximum: 16_384,
    description: 'Maximum size of a message from a station, in KiB',
  }),
  OCPP_DEFLATE: Type.Boolean({
    default: false,
    description: 'Compress messages (permessage-deflate) with stations that offer it; costs CPU',
  }),
  ...stationTlsVariables,
  LOG_LEVEL: Type.Union(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'Lowest level that is written to the log' },
  ),
  METRICS_TOKEN: Type.String({
    default: '',
    pattern: '^(\\S{32,})?$',
    form: 'at least 32 characters without spaces',
    description:
      'Token with which a monitoring system reads `/metrics`; empty: only administrators read it with their own token',
    secret: true,
  }),
  ...tracingVariables,
  LOG_RETENTION_DAYS: Type.Integer({
    default: 30,
    ...days,
    description: 'Days that the OCPP log, ended commands and files uploaded by stations are stored',
  }),
  METER_RETENTION_DAYS: Type.Integer({
    default: 396,
    ...days,
    description: 'Days that meter values are stored',
  }),
  API_LOG_RETENTION_DAYS: Type.Integer({
    default: 30,
    ...days,
    description: 'Days that requests are stored in the API log',
  }),
  ACTIVITY_RETENTION_DAYS: Type.Integer({
    default: 396,
    ...days,
    description: 'Days that the activity and the history of states are stored',
  }),
  EVENT_LOG_RETENTION_DAYS: Type.Integer({
    default: 180,
    ...days,
    description: 'Days that entries are stored in the event log; the audit trail is never deleted',
  }),
  AUDIT_ANCHOR_FILE: Type.String({
    default: '',
    description:
      'File to which the signed end of the audit trail is appended every hour; use another machine or storage that cannot be overwritten',
  }),
  AUDIT_ANCHOR_URL: Type.String({
    default: '',
    pattern: optionalWebAddress,
    form: 'a web address such as https://anchors.example.org/stationmaster',
    description: 'Address to which the signed end of the audit trail is posted as JSON every hour',
    secret: true,
  }),
  ACCOUNT_MAX_STATIONS: Type.Integer({
    default: 5_000,
    ...quota,
    description: 'Stations of one account, unless administrators have set another limit',
  }),
  ACCOUNT_MAX_CARDS: Type.Integer({
    default: 100_000,
    ...quota,
    description: 'Cards of one account, unless administrators have set another limit',
  }),
  ACCOUNT_MAX_USERS: Type.Integer({
    default: 10_000,
    ...quota,
    description: 'Users of one account, unless administrators have set another limit',
  }),
  ACCOUNT_MAX_LOG_MIB_PER_DAY: Type.Integer({
    default: 10_240,
    ...quota,
    description:
      'OCPP log that the stations of one account may write in a day, in MiB, unless administrators have set another limit',
  }),
  AREAS: Type.String({
    default: 'authorize,crm,driver,admin,ocpp',
    pattern: `^((${areas.join('|')})(\\s*,\\s*(${areas.join('|')}))*)?$`,
    form: `a list of ${areas.join(', ')}, separated by commas`,
    description: 'Sign-in and areas of the console that are enabled',
  }),
  NO_SIGN_IN_FROM: Type.String({
    default: '127.0.0.0/8,::1',
    form: networksForm,
    description:
      'Networks whose callers work as an administrator without sign-in, only if `AREAS` omits `authorize`; all others are refused',
  }),
  SIGN_UP: Type.Union(
    ['off', 'driver', 'operator'].map((who) => Type.Literal(who)),
    {
      default: 'driver',
      description: 'Self sign-up: disabled, for drivers, or for operators with their own account',
    },
  ),
  GOOGLE_CLIENT_ID: Type.String({
    default: '',
    maxLength: 255,
    description: 'Sign-in with Google: the client of the Google Cloud console',
  }),
  GOOGLE_CLIENT_SECRET: Type.String({
    default: '',
    maxLength: 255,
    description: 'The secret of that client',
    secret: true,
  }),
  OIDC_ISSUER: Type.String({
    default: '',
    pattern: '^(https://[^\\s?#]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?(/[^\\s?#]*)?)?$',
    form: 'an https address such as https://id.example.org/realms/charging',
    description: 'Sign-in with any other OpenID Connect provider: its issuer',
  }),
  OIDC_CLIENT_ID: Type.String({
    default: '',
    maxLength: 255,
    description: 'Client ID at that provider',
  }),
  OIDC_CLIENT_SECRET: Type.String({
    default: '',
    maxLength: 255,
    description: 'Secret of that client; empty: a public client, protected by PKCE only',
    secret: true,
  }),
  OIDC_NAME: Type.String({
    default: '',
    maxLength: 40,
    description: 'Name of that provider on the button; by default the host of `OIDC_ISSUER`',
  }),
  OAUTH_CLIENTS: Type.String({
    default: '',
    maxLength: 10_000,
    description:
      'API clients that users sign in to with their account (authorization code with PKCE): `<client id>=<redirect address>[,<address>…]`, separated by spaces',
  }),
  SMTP_URL: Type.String({
    default: '',
    pattern: '^(smtps?://\\S+)?$',
    form: 'an address such as smtps://user:password@mail.example.org',
    description:
      'Mail server; without it emails are stored in `DATA_DIR/mail` and in the outbox of administrators',
    secret: true,
  }),
  MAIL_FROM: Type.String({
    default: '',
    pattern: '^([^<>\\r\\n"]*<[^\\s@<>]+@[^\\s@<>]+>|[^\\s@<>]+@[^\\s@<>]+)?$',
    form: 'an address such as Charging <charging@example.org>',
    description: 'Sender of emails; by default `no-reply` at the host of `PUBLIC_URL`',
  }),
  OFFLINE_PAYMENTS: Type.Boolean({
    default: false,
    description:
      'For trials: payments succeed immediately and no money moves; invoices are marked as a trial. Not possible with live keys of Stripe',
  }),
  STRIPE_SECRET_KEY: Type.String({
    default: '',
    pattern: '^((sk|rk)_(test|live)_[A-Za-z0-9]+)?$',
    form: 'a key such as sk_live_…',
    description:
      'Payments with Stripe, of clients of the first account: its secret or restricted key. With a test key, invoices are marked as a trial',
    secret: true,
  }),
  STRIPE_WEBHOOK_SECRET: Type.String({
    default: '',
    pattern: '^(whsec_[A-Za-z0-9+/=]+)?$',
    form: 'a secret such as whsec_…',
    description: 'Signing secret of the webhook `/api/v1/payment/event/stripe` at Stripe',
    secret: true,
  }),
  STRIPE_TEST_URL: Type.String({
    default: '',
    pattern: '^(http://(127\\.0\\.0\\.1|localhost):[0-9]+)?$',
    form: 'an address of this machine such as http://127.0.0.1:12111',
    description: 'A server that imitates Stripe, only with test keys',
  }),
  SCRIPT_POST_ALLOWED: Type.String({
    default: '',
    maxLength: 4000,
    form: 'https origins and networks such as https://hooks.example.org, separated by commas',
    description:
      'Addresses to which scripts may post: origins (`https://*.example.org` for all subdomains), and private networks that may contain those hosts',
  }),
  PUSH_SERVICES: Type.String({
    default:
      'https://fcm.googleapis.com,https://*.push.services.mozilla.com,https://*.push.apple.com,https://*.notify.windows.com',
    maxLength: 4000,
    form: 'https origins such as https://push.example.org, separated by commas',
    description: 'Push services of browsers through which notices are sent to devices of drivers',
  }),
  TITLE_SUFFIX: Type.String({
    default: '',
    maxLength: 80,
    description: 'Added to the title of every page and to the name of the installed app',
  }),
  PAGE_DEBUG: Type.Boolean({ default: true, description: 'Write failed requests to the browser console' }),
  MAP_STYLE: Type.String({
    default: '',
    pattern: optionalWebAddress,
    form: 'the web address of a MapLibre style',
    description: 'Map with streets: a style; by default the included base map is shown',
  }),
  MAP_RASTER: Type.String({
    default: '',
    pattern: optionalWebAddress,
    form: 'a web address with {z}, {x} and {y}',
    description: 'Map with streets: raster tiles',
  }),
  MAP_ATTRIBUTION: Type.String({ default: '', description: 'Attribution shown on that map' }),
})

export type Environment = Static<typeof Environment>
