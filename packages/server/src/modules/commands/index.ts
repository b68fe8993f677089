// Commands: calls from the server to stations. A command is a row with a state; the process that holds the
// station's connection fetches it, sends one at a time and reports the outcome. The effect of an answer on
// another subject (reservations, local lists ...) is implemented by that subject and runs in the transaction
// of the command's row.
import { connectorStart, connectorStop } from '@stationmaster/contract'
import { everyMinute, everyNight } from '../../jobs/timetable.ts'
import { checkedParams } from '../../shared/checked-params.ts'
import type { AcceptedBoot } from '../stations/index.ts'
import type { Methods, Outbox } from '../workflow/index.ts'
import type { ModuleContext } from '../module.ts'
import { createCommands } from './create-commands.ts'
import { commandsHttp } from './http.ts'
import { forgetCommands } from './forget-commands.ts'
import { maskResponse } from './masking.ts'
import { startCharging, stopCharging } from './remote-start.ts'

export { findConnector, connectorNotFound, findOwnCard } from './connector-store.ts'
export { runOnConnector } from './run-on-connector.ts'
export { systemAsker } from './effects.ts'
export type { Asker, CommandEffect, CommandEnd, CommandFacts, QueuedCommand } from './effects.ts'
export { commandSource, visibleCommands } from './list-store.ts'
export { isPayload, type Payload } from './payload.ts'
export { refuseProblem } from './refuse-problem.ts'
export type { SentRun } from './send-command.ts'
export type { Commands } from './create-commands.ts'
export type { CommandRow, MessageParams } from './store.ts'
export { maskRequest } from './masking.ts'

export function registerCommands(ctx: ModuleContext, deps: { methods: Methods; outbox: Outbox }) {
  const { config, log } = ctx
  const commands = createCommands({
    ...ctx,
    ...deps,
    answerMs: config.ocpp.callTimeoutMs,
    process: ctx.processName,
  })
  ctx.onClose(() => commands.close())
  const all = { ...ctx, ...deps, commands }
  const { logDays: keepDays } = config.retention
  return {
    handlers: commandsHttp(all),
    jobs: [
      { name: 'commands.sweep', every: everyMinute, atStart: true, work: () => commands.sweep() },
      {
        name: 'commands.forget',
        every: everyNight,
        atStart: true,
        work: () => forgetCommands({ ...ctx, keepDays }),
      },
    ],
    processesLost: commands.processesLost,
    subjects: [commands.subject],
    service: commands,
    /** Requests to stations that methods of connectors make. */
    connectorRequests: {
      start: checkedParams(connectorStart, (viewer, body) => startCharging(all, viewer, body)),
      stop: checkedParams(connectorStop, (viewer, body) => stopCharging(all, viewer, body)),
    },
    /** Functions of the gateway, which sends the commands. */
    queue: {
      nextCommand: commands.next,
      commandAnswered: commands.answered,
      maskResponse,
    },
    /** Concludes Resets after an accepted boot that a command requested; a missed one is made up for by the next check. */
    booted: ({ id, isRequested }: AcceptedBoot) => {
      if (!isRequested) return
      commands
        .booted(id)
        .catch((error: unknown) =>
          log.warn({ err: error, station: id }, 'commands: a Reset could not be completed'),
        )
    },
  }
}
