import { type Static, Type } from 'typebox'

/** Areas of the console. */
export const areas = ['authorize', 'crm', 'driver', 'admin', 'ocpp'] as const

const optionalWebAddress = '^(https?://\\S+)?$'
const days = { minimum: 1, maximum: 36_500 }
const quota = { minimum: 0, maximum: 100_000_000 }

/** Environment variables of the server with form, default and description. */
export const Environment = Type.Object({
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
  DATABASE_POOL: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 500,
    description:
      'The most connections to the database for what people ask, half of them for lists and searches; up to ten more serve stations, signing in and jobs',
  }),
  ADMIN_PASSWORD: Type.String({
    default: '',
    pattern: '^(.{8,})?$',
    form: 'at least 8 characters',
    description: 'Makes the first administrator `admin` with this password, without a browser',
    secret: true,
  }),
  SECRET_KEY: Type.String({
    default: '',
    pattern: '^(.{32,})?$',
    form: 'at least 32 characters',
    description:
      'Encrypts second factors in the database; the same for all servers of one database. Empty: a file in `DATA_DIR`',
    secret: true,
  }),
  REQUIRE_TOTP: Type.Union(
    ['off', 'admin', 'all'].map((who) => Type.Literal(who)),
    {
      default: 'off',
      description: 'Who must have a second factor (an authenticator app): nobody, administrators, everybody',
    },
  ),
  PUBLIC_URL: Type.String({
    default: '',
    pattern: `^(https?://[^\\s/]+)?/?$`,
    form: 'an origin such as https://charging.example.org',
    description: 'Where people and stations reach the server, when that is another address than its own',
  }),
  STATION_URL: Type.String({
    default: '',
    pattern: '^(wss?://[^\\s/]+)?/?$',
    form: 'an origin such as wss://stations.example.org',
    description: 'Where stations reach the server, when it differs from `PUBLIC_URL`',
  }),
  TRUST_PROXY: Type.String({
    default: 'off',
    form: 'off, the number of proxies in a row (1 to 16), or their addresses and networks with commas between them',
    description:
      'The proxies whose `X-Forwarded-*` headers are believed; best their addresses. Of `X-Forwarded-For` the last address that no such proxy has counts (`on` is the same as 1)',
  }),
  CORS_ORIGINS: Type.String({
    default: '',
    pattern: '^(https?://[^\\s/,]+/?(\\s*,\\s*https?://[^\\s/,]+/?)*)?$',
    form: 'origins such as https://portal.example.org, with commas between them',
    description: 'Pages elsewhere that may call the interface',
  }),
  OCPP_PING_SECONDS: Type.Integer({
    default: 30,
    minimum: 5,
    maximum: 3600,
    description: 'How often a silent station is pinged',
  }),
  OCPP_CALL_TIMEOUT_SECONDS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3600,
    description: 'How long a station may take to answer a command',
  }),
  OCPP_FRAME_KIB: Type.Integer({
    default: 256,
    minimum: 16,
    maximum: 16_384,
    description: 'The longest message a station may send, in KiB',
  }),
  OCPP_DEFLATE: Type.Boolean({
    default: false,
    description: 'Compress messages (permessage-deflate) with stations that offer it; costs CPU',
  }),
  LOG_LEVEL: Type.Union(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'The least important lines that are written to the log' },
  ),
  LOG_RETENTION_DAYS: Type.Integer({
    default: 30,
    ...days,
    description: 'How long the OCPP log and commands that are over are kept',
  }),
  METER_RETENTION_DAYS: Type.Integer({
    default: 396,
    ...days,
    description: 'How long meter values are kept',
  }),
  API_LOG_RETENTION_DAYS: Type.Integer({
    default: 30,
    ...days,
    description: 'How long calls of the interface are kept in the API log',
  }),
  EVENT_LOG_RETENTION_DAYS: Type.Integer({
    default: 180,
    ...days,
    description: 'How long warnings and errors are kept in the event log; the audit trail is kept for good',
  }),
  AUDIT_ANCHOR_FILE: Type.String({
    default: '',
    description:
      'File that the signed end of the audit trail is appended to every hour; keep it on another machine or on storage that cannot be overwritten',
  }),
  AUDIT_ANCHOR_URL: Type.String({
    default: '',
    pattern: optionalWebAddress,
    form: 'a web address such as https://anchors.example.org/stationmaster',
    description: 'Address that gets the signed end of the audit trail as JSON every hour (POST)',
    secret: true,
  }),
  ACCOUNT_MAX_STATIONS: Type.Integer({
    default: 5_000,
    ...quota,
    description: 'Stations of one account, unless administrators have given it another limit',
  }),
  ACCOUNT_MAX_CARDS: Type.Integer({
    default: 100_000,
    ...quota,
    description: 'Cards of one account, unless administrators have given it another limit',
  }),
  ACCOUNT_MAX_USERS: Type.Integer({
    default: 10_000,
    ...quota,
    description: 'Users of one account, unless administrators have given it another limit',
  }),
  ACCOUNT_MAX_LOG_MIB_PER_DAY: Type.Integer({
    default: 10_240,
    ...quota,
    description:
      'OCPP log that the stations of one account may write in a day, in MiB, unless administrators have given it another limit',
  }),
  AREAS: Type.String({
    default: 'authorize,crm,admin,ocpp',
    pattern: `^((${areas.join('|')})(\\s*,\\s*(${areas.join('|')}))*)?$`,
    form: `a list of ${areas.join(', ')}, with commas between them`,
    description: 'What the console offers: signing in and its areas',
  }),
  NO_SIGN_IN_FROM: Type.String({
    default: '127.0.0.0/8,::1',
    form: 'addresses and networks, with commas between them',
    description:
      'Where callers work as an administrator without signing in, only when `AREAS` leaves `authorize` out; all others are refused',
  }),
  SIGN_UP: Type.Union(
    ['off', 'driver', 'operator'].map((who) => Type.Literal(who)),
    {
      default: 'driver',
      description: 'Who signs up by themselves: nobody, drivers, or operators with stations of their own',
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
    description: 'Our client at that provider',
  }),
  OIDC_CLIENT_SECRET: Type.String({
    default: '',
    maxLength: 255,
    description: 'The secret of that client; empty: a public client, held by PKCE alone',
    secret: true,
  }),
  OIDC_NAME: Type.String({
    default: '',
    maxLength: 40,
    description: 'What that provider is called on the button; by default the host of `OIDC_ISSUER`',
  }),
  OAUTH_CLIENTS: Type.String({
    default: '',
    maxLength: 10_000,
    description:
      'Programs of your own that people use with their account here (authorization code with PKCE): `<client id>=<redirect address>[,<address>…]`, with blanks between them',
  }),
  SMTP_URL: Type.String({
    default: '',
    pattern: '^(smtps?://\\S+)?$',
    form: 'an address such as smtps://user:password@mail.example.org',
    description:
      'The mail server; without it mails lie in `DATA_DIR/mail` and in the outbox of administrators',
    secret: true,
  }),
  MAIL_FROM: Type.String({
    default: '',
    pattern: '^([^<>\\r\\n"]*<[^\\s@<>]+@[^\\s@<>]+>|[^\\s@<>]+@[^\\s@<>]+)?$',
    form: 'an address such as Charging <charging@example.org>',
    description: 'Who mails come from; by default `no-reply` at the host of `PUBLIC_URL`',
  }),
  SCRIPT_POST_ALLOWED: Type.String({
    default: '',
    maxLength: 4000,
    form: 'https origins and networks such as https://hooks.example.org, with commas between them',
    description:
      'Where event scripts may post: origins (`https://*.example.org` for all below), and private networks in which those hosts may lie',
  }),
  TITLE_SUFFIX: Type.String({
    default: '',
    maxLength: 80,
    description: 'Added to the title of every page and to the name of the installed app',
  }),
  PAGE_DEBUG: Type.Boolean({ default: true, description: 'Failed requests are told in the browser console' }),
  MAP_STYLE: Type.String({
    default: '',
    pattern: optionalWebAddress,
    form: 'the web address of a MapLibre style',
    description: 'Streets for the map: a style; without any the bundled base map is shown',
  }),
  MAP_RASTER: Type.String({
    default: '',
    pattern: optionalWebAddress,
    form: 'a web address with {z}, {x} and {y}',
    description: 'Streets for the map: raster tiles',
  }),
  MAP_ATTRIBUTION: Type.String({ default: '', description: 'Who made that map; shown on it' }),
})

export type Environment = Static<typeof Environment>
