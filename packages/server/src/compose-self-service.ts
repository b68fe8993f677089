import { termsPath } from '@stationmaster/contract'
import type { Kysely } from 'kysely'
import type { Bus } from './bus/bus.ts'
import type { Config } from './shared/config.ts'
import type { Quotas } from './modules/accounts/index.ts'
import {
  authorizationEndpoint,
  type IdentityDeps,
  isAuthorization,
  serverMetadata,
} from './modules/identity/index.ts'
import { openMail } from './modules/mail/index.ts'
import { noticeMailJobs } from './modules/notices/index.ts'
import { openIdEndpoints, openIdHttp, type Visit } from './modules/openid/index.ts'
import { openAvatar, profileHttp } from './modules/profile/index.ts'
import { readText } from './modules/resources/index.ts'
import { signUpHttp, signUpJobs } from './modules/sign-up/index.ts'
import type { Clock } from './shared/clock.ts'
import type { Handlers } from './shared/handlers.ts'
import type { Log } from './shared/log.ts'
import type { Database } from './storage/tables.gen.ts'

interface SelfServiceDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  log: Log
  config: Config
  identity: IdentityDeps
  quotas: Quotas
  /** Account of drivers who sign up. */
  mainAccount: string
  /** Returns scheme and host for links in mails. */
  origin: () => string
}

/** Composes the self-service of users and its mails; a part of `app.ts`. */
export function composeSelfService({ log, config, identity, mainAccount, origin, ...base }: SelfServiceDeps) {
  const mail = openMail({ ...base, ...config.mail, log, origin, dataDir: config.dataDir })
  const deps = { ...base, post: mail.post }
  const signUpDeps = { ...deps, signUp: config.signUp, mainAccount }
  const openId = { ...deps, log, identity, signUp: signUpDeps, providers: config.openId, origin }
  const openIdHandlers = openIdEndpoints(openId)
  const handlers = {
    ...mail.handlers,
    ...signUpHttp({
      ...signUpDeps,
      dataDir: config.dataDir,
      ownTerms: (locale) => readText(base.db, termsPath, locale),
    }),
    ...profileHttp(deps),
    ...openIdHttp(openId),
  } satisfies Handlers
  return {
    handlers,
    jobs: [...mail.jobs, ...noticeMailJobs(deps), ...signUpJobs(base)],
    /** Returns the picture of a user by its name. */
    avatar: (name: string) => openAvatar(base, name),
    openId: {
      ...openIdHandlers,
      // browsers use one URL for both: our own clients, and users who sign in with an OpenID provider
      authorize: async (visit: Visit) =>
        isAuthorization(visit.query)
          ? authorizationEndpoint(identity, visit.query)
          : openIdHandlers.authorize(visit),
      metadata: () => serverMetadata(origin()),
    },
    close: () => mail.close(),
  }
}
