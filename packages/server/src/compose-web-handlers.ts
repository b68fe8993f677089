import { resourceLimits } from '@stationmaster/contract'
import type { Kysely } from 'kysely'
import type { Bus } from './bus/bus.ts'
import type { Config } from './shared/config.ts'
import { mayListClass } from './http/may-list.ts'
import { accountsHttp, type Quotas } from './modules/accounts/index.ts'
import { cardsHttp, cardSubject, visibleCards } from './modules/cards/index.ts'
import { visibleCommands } from './modules/commands/index.ts'
import { connectionAttemptsHttp } from './modules/connection-attempts/index.ts'
import { demoHttp, fleetPath, seedDemo } from './modules/demo/index.ts'
import { createFiles, filesHttp } from './modules/files/index.ts'
import { type IdentityDeps, identityHttp, identityJobs } from './modules/identity/index.ts'
import { journalHttp } from './modules/journal/index.ts'
import { mailTexts } from './modules/mail/index.ts'
import { meterValuesHttp } from './modules/meter-values/index.ts'
import { peopleHttp } from './modules/people/index.ts'
import { unmatchedHttp, unmatchedJobs } from './modules/unmatched/index.ts'
import { rightsHttp } from './modules/rights/index.ts'
import { referenceJobs, referencesHttp } from './modules/references/index.ts'
import { readSetting, registryHttp } from './modules/registry/index.ts'
import { visibleReservations } from './modules/reservations/index.ts'
import { openResourceFile, resourcesHttp } from './modules/resources/index.ts'
import { searchHttp } from './modules/search/index.ts'
import {
  accountOfStation,
  connectorSource,
  isStationVisible,
  stationFaultJobs,
  stationsHttp,
  stationSubject,
  visibleStations,
} from './modules/stations/index.ts'
import {
  findSession,
  transactionsHttp,
  transactionSubject,
  visibleTransactions,
} from './modules/transactions/index.ts'
import {
  methodsHttp,
  methodsOfService,
  visibleObjectRows,
  workflowHttp,
  type WorkflowService,
} from './modules/workflow/index.ts'
import { isVisible } from './visible-objects.ts'
import type { Clock } from './shared/clock.ts'
import type { Handlers } from './shared/handlers.ts'
import type { Database } from './storage/tables.gen.ts'

interface WebHandlersDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  config: Config
  identity: IdentityDeps
  /** Derives a transaction number from one of the sequence. */
  permute: (sequence: number) => number
  workflow: WorkflowService
  quotas: Quotas
}

/** Composes the modules whose data users see and change; a part of `app.ts`. */
export async function composeWebHandlers({ config, identity, permute, workflow, ...base }: WebHandlersDeps) {
  const { db } = base
  const methods = methodsOfService(workflow)
  workflow.register(cardSubject(base.quotas), stationSubject(base.quotas), transactionSubject)
  const files = await createFiles({ ...base, accountOf: (scope, id) => accountOfStation(db, scope, id) })
  const demo = { ...base, permute, fleetPath: fleetPath(config.dataDir) }
  const handlers = {
    ...identityHttp(identity),
    ...peopleHttp({ ...identity, db, quotas: base.quotas }),
    ...rightsHttp({ ...base, isVisible: isVisible(db) }),
    ...accountsHttp({ ...base, config }),
    ...stationsHttp({ ...base, config, methods }),
    ...connectionAttemptsHttp(base),
    ...filesHttp(files),
    ...transactionsHttp({ ...base, methods, outbox: workflow.outbox }),
    ...unmatchedHttp(base),
    ...cardsHttp({ ...base, methods }),
    ...journalHttp(base),
    ...meterValuesHttp({
      ...base,
      session: (scope, number) => findSession(db, scope, number),
      sees: (scope, station) => isStationVisible(db, scope, station),
    }),
    ...workflowHttp(workflow),
    ...methodsHttp(workflow),
    ...demoHttp(demo),
    ...referencesHttp(base),
    ...registryHttp(base),
    ...resourcesHttp({ ...base, fileLimit: () => fileLimit(db), productTexts: mailTexts }),
    ...searchHttp({
      db,
      mayList: mayListClass,
      visible: {
        charge_point: visibleStations,
        connector: connectorSource.visible,
        card: visibleCards,
        transaction: visibleTransactions,
        reservation: visibleReservations,
        command: visibleCommands,
      },
      made: visibleObjectRows(workflow),
    }),
  } satisfies Handlers
  return {
    handlers,
    jobs: [
      ...identityJobs(identity),
      ...referenceJobs(base),
      ...unmatchedJobs(base.db),
      ...stationFaultJobs(base),
    ],
    files,
    /** Returns a file of a resource by its name. */
    resource: (name: string) => openResourceFile(base, name),
    /** Adds the demo data unless it exists; its stations connect to this origin. */
    seedDemo: (account: { id: string; code: string }, origin: string) => seedDemo(demo, account, origin),
  }
}

/** Returns the configured limit of files, up to what a request can carry. */
async function fileLimit(db: Kysely<Database>): Promise<number> {
  const configured = await readSetting(db, 'CURRENT_CONFIG', 'Resources', 'MaxFileBytes')
  return typeof configured === 'number'
    ? Math.min(configured, resourceLimits.fileBytes)
    : resourceLimits.fileBytes
}
