import type { Kysely } from 'kysely'
import type { Bus } from './bus/bus.ts'
import type { Job } from './jobs/job.ts'
import {
  chargingProfileEffects,
  chargingProfileJobs,
  chargingProfilesHttp,
} from './modules/charging-profiles/index.ts'
import {
  commandJobs,
  commandsHttp,
  createCommands,
  maskResponse,
  type Outcome,
} from './modules/commands/index.ts'
import { askOnBoot, configurationEffects } from './modules/configuration/index.ts'
import { localListEffects, localListsHttp } from './modules/local-lists/index.ts'
import {
  reservationEffects,
  reservationJobs,
  reservationSubject,
  reservationsHttp,
  publishReservationUsed,
} from './modules/reservations/index.ts'
import { transferEffects, transfers16, transfersHttp } from './modules/transfers/index.ts'
import { type AcceptedBoot, connectorSubject, hashStationKey } from './modules/stations/index.ts'
import { methodsOfService, type WorkflowService } from './modules/workflow/index.ts'
import { connectorRequestsOf } from './connector-requests.ts'
import type { Clock } from './shared/clock.ts'
import type { Handlers } from './shared/handlers.ts'
import { newId } from './shared/ids.ts'
import type { Log } from './shared/log.ts'
import type { Database } from './storage/tables.gen.ts'

interface CommandsDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  log: Log
  /** Milliseconds that a station may take to answer a command. */
  answerMs: number
  /** Days for which commands are retained. */
  keepDays: number
  /** Derives a number of a reservation or a request from one of its sequence. */
  permute: (sequence: number) => number
  workflow: WorkflowService
}

/** Composes commands and the modules that their answers change; a part of `app.ts`. */
export function composeCommands({ answerMs, keepDays, permute, log, workflow, ...base }: CommandsDeps) {
  const { outbox } = workflow
  const commands = createCommands({
    ...base,
    outbox,
    answerMs,
    // a new name after each start: a restarted process cannot receive answers to commands sent before
    process: newId(),
    effects: [
      ...chargingProfileEffects(base),
      ...configurationEffects({ ...base, hashKey: hashStationKey }),
      ...localListEffects(base),
      ...reservationEffects({ ...base, permute, outbox }),
      ...transferEffects({ ...base, permute }),
    ],
  })
  const deps = { ...base, commands, methods: methodsOfService(workflow) }
  const handlers = {
    ...commandsHttp(deps),
    ...reservationsHttp(deps),
    ...localListsHttp(deps),
    ...chargingProfilesHttp(deps),
    ...transfersHttp(deps),
  } satisfies Handlers
  workflow.register(
    commands.subject,
    reservationSubject(commands),
    connectorSubject(connectorRequestsOf(deps)),
  )
  const jobs: Job[] = [
    ...commandJobs(commands, { ...base, keepDays }),
    ...reservationJobs({ ...base, outbox }),
    ...chargingProfileJobs(base),
  ]
  return {
    handlers,
    jobs,
    /** Handlers that the station side needs from these modules. */
    toStations: {
      transfers: transfers16(base),
      commands: {
        nextCommand: (stationId: string, epoch: number) => commands.next(stationId, epoch),
        commandAnswered: (id: string, outcome: Outcome) => commands.answered(id, outcome),
        maskResponse,
      },
      // Both follow a stored fact: a missed call is made up for by the next check.
      reservationUsed: (use: { stationId: string; accountId: string }) =>
        void publishReservationUsed(base, use).catch((error: unknown) =>
          log.warn({ err: error }, 'reservations: hint not sent'),
        ),
      booted: (boot: AcceptedBoot) => {
        void askOnBoot(deps, boot).catch((error: unknown) =>
          log.warn({ err: error, station: boot.id }, 'commands: the configuration could not be requested'),
        )
        if (boot.isRequested)
          void commands
            .booted(boot.id)
            .catch((error: unknown) =>
              log.warn({ err: error, station: boot.id }, 'commands: a Reset could not be completed'),
            )
      },
    },
    close: () => commands.close(),
  }
}
