// Stations: identity, authentication and the reported data of stations and their connectors. Not here:
// transactions and the commands sent to stations.
import type { Handlers } from '../../shared/handlers.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Quotas } from '../accounts/index.ts'
import { importHandlers } from '../imports/index.ts'
import type { Methods, Outbox, WorkflowIndex } from '../workflow/index.ts'
import type { ModuleContext } from '../module.ts'
import { markProcessesOffline } from './admission-store.ts'
import type { AcceptedBoot } from './boot-notification.ts'
import { type ConnectorRequests, connectorSubject } from './connector-subject.ts'
import { isStationVisible } from './edit-store.ts'
import { stationsHttp } from './http.ts'
import { stationImport } from './import-stations.ts'
import { type FaultDeps, stationFaultJobs } from './notify-faults.ts'
import { stations16 } from './ocpp16.ts'
import { stationSubject } from './station-subject.ts'

export { type AcceptedBoot, mayExchangeMessages } from './boot-notification.ts'
export { hashStationKey, makeStationKey } from './station-key.ts'
export { stationAuthentication } from './station-authentication.ts'
export { accountOfStation, visibleStationIds } from './edit-store.ts'
export { connectorSource } from './connector-list-store.ts'
export {
  energyToday,
  hasProblem,
  stationSource,
  type Unreachable,
  unreachable,
  visibleStations,
} from './station-list-store.ts'
export { stateType } from './station-list-store.ts'
export { hasAutomaticList, localListState } from './local-list-store.ts'
export { placeColumns } from './place-list-store.ts'
export { placeNameOfStation, placeOfStation, timeZoneOfStation } from './site-store.ts'
export { stationByName, stationsByName } from './name-store.ts'

interface StationsDeps extends Pick<FaultDeps, 'usersNotifiedOfFault'> {
  quotas: Quotas
  methods: Methods
  outbox: Outbox
  workflowIndex: WorkflowIndex
  /** Requests to stations that the methods of connectors make. */
  connectorRequests: ConnectorRequests
  /** Called after a boot was accepted and stored. */
  booted: readonly ((boot: AcceptedBoot) => void)[]
}

export function registerStations(ctx: ModuleContext, deps: StationsDeps) {
  const { workflowIndex: workflow, outbox } = deps
  const imports = importHandlers({ ...ctx, outbox }, stationImport({ ...ctx, ...deps }))
  return {
    handlers: {
      ...stationsHttp({ ...ctx, ...deps }),
      stationImportCheck: imports.check,
      stationImportRun: imports.run,
    } satisfies Handlers,
    stationHandlers: stations16({
      booted: (boot) => {
        for (const booted of deps.booted) booted(boot)
      },
      firstBoot: ({ accountId, identity, status, unit }) =>
        ctx.logEvent({
          type: 'message',
          code: 'stations',
          event: 'first boot',
          text: `${status}: ${unit}`,
          account: accountId,
          object: identity,
        }),
      workflow,
    }),
    jobs: stationFaultJobs({ ...ctx, ...deps }),
    isVisible: (scope: Scope, id: string) => isStationVisible(ctx.db, scope, id),
    /** Marks the stations of processes that have ended offline, unless they have connected to another one. */
    processesLost: async (processes: readonly string[]) => {
      const accounts = await markProcessesOffline(ctx.pools.stations, processes)
      await ctx.bus.publish(
        ctx.db,
        [...accounts].map((account) => ({ kind: 'hint', account, hint: { kind: 'station.changed' } })),
      )
    },
    subjects: [stationSubject(deps.quotas), connectorSubject(deps.connectorRequests)],
  }
}
