import type { Bus } from '../src/bus/bus.ts'
import { readConfig } from '../src/config.ts'
import { accountQuotas } from '../src/modules/accounts/quota.ts'
import type { ScriptRun } from '../src/modules/scripts/index.ts'
import { createScripts } from '../src/modules/scripts/create-scripts.ts'
import { connectorSubject } from '../src/modules/stations/connector-subject.ts'
import { stationSubject } from '../src/modules/stations/station-subject.ts'
import { WorkflowService } from '../src/modules/workflow/workflow-service.ts'
import { workflowJobs } from '../src/modules/workflow/jobs.ts'
import { systemClock } from '../src/shared/clock.ts'
import { freshDatabase } from './database.ts'
import type { RawStation } from './raw-station.ts'
import { TestGateway, type TestStation } from './test-gateway.ts'

const accept = () => Promise.resolve(null)

/** Opens a gateway with the object model and the job that runs scripts; `connect` adds a station. */
export async function openWorkflowGateway() {
  const database = await freshDatabase()
  const { db } = database
  const scripts = createScripts()
  /** True if a round of the job has left state changes. */
  let hasMore = false
  const bus: Bus = {
    publish: async (_on, events) => void (hasMore ||= events.some(({ kind }) => kind === 'state.changed')),
    sendHints: async () => {},
    on: () => () => {},
    onGap: () => () => {},
    close: () => Promise.resolve(),
  }
  const runScript = async (run: ScriptRun) => {
    await fixture.beforeScript(run)
    return scripts.runScript(run)
  }
  const workflow = await WorkflowService.open(
    {
      db,
      bus,
      clock: systemClock,
      scripts: { ...scripts, runScript },
      notice: () => fixture.notice(),
      post: accept,
    },
    (error) => {
      throw error
    },
  )
  workflow.register(
    stationSubject(accountQuotas(readConfig({}).quotas)),
    connectorSubject({ start: accept, stop: accept, reserve: accept }),
  )
  const gateway = await TestGateway.open({ database, workflowIndex: workflow.workflowIndex })
  let station: TestStation
  let socket: RawStation
  const fixture = {
    db,
    bus,
    gateway,
    workflow,
    /** Accepts the notice of a script. */
    notice: accept,
    /** Called before each script. */
    beforeScript: (_run: ScriptRun): Promise<void> => Promise.resolve(),
    /** Connects a further station, to which the functions below refer, with one available connector. */
    async connect() {
      ;({ station, socket } = await gateway.booted())
      await fixture.reportStatus('Available')
      return { station, socket }
    },
    reportStatus: (status: string) =>
      socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status }),
    connector: () =>
      db
        .selectFrom('evses')
        .select(['id', 'state', 'label'])
        .where('station_id', '=', station.id)
        .executeTakeFirstOrThrow(),
    waiting: () => db.selectFrom('state_changes').select(['action_code', 'object_id']).execute(),
    workRound: () => workflowJobs(workflow)[0]!.work(),
    async work() {
      do {
        hasMore = false
        await fixture.workRound()
      } while (hasMore)
    },
    /** Registers a script for an action of connectors or another class, in place of all other scripts. */
    async at(action_code: string, script: string, class_code = 'connector') {
      const event = { class_code, action_code, kind: 'script' as const, label: 'On it', script }
      await db.deleteFrom('class_events').where('kind', '=', 'script').execute()
      await db.insertInto('class_events').values(event).execute()
      await workflow.refresh()
    },
    async close() {
      await gateway.close()
      await scripts.close()
    },
  }
  return fixture
}
