import type { Bus } from './bus/bus.ts'
import { internalRequests } from './http/internal-requests.ts'
import { mayList, mayListClass } from './http/may-list.ts'
import type { WebServer } from './http/server.ts'
import type { JobRunner } from './jobs/job-runner.ts'
import type { Live } from './live/live.ts'
import { openMetrics } from './metrics/index.ts'
import { registerAccessRules } from './modules/access-rules/index.ts'
import { registerAccounts } from './modules/accounts/index.ts'
import { registerActivity } from './modules/activity/index.ts'
import { registerApiLog } from './modules/api-log/index.ts'
import { registerAuthorization } from './modules/authorization/index.ts'
import { registerAvailability } from './modules/availability/index.ts'
import { registerAudit } from './modules/audit/index.ts'
import { registerBulkRuns } from './modules/bulk-runs/index.ts'
import { cardSource, registerCards } from './modules/cards/index.ts'
import { registerCars } from './modules/cars/index.ts'
import { registerCertificates } from './modules/certificates/index.ts'
import { registerCharges } from './modules/charges/index.ts'
import { registerClients } from './modules/clients/index.ts'
import { registerSites } from './modules/sites/index.ts'
import { registerChargingProfiles } from './modules/charging-profiles/index.ts'
import { registerCommands } from './modules/commands/index.ts'
import { registerConfiguration } from './modules/configuration/index.ts'
import { registerConnectionAttempts } from './modules/connection-attempts/index.ts'
import { registerDemo } from './modules/demo/index.ts'
import { registerDriver } from './modules/driver/index.ts'
import { registerEventLog } from './modules/event-log/index.ts'
import { registerFiles } from './modules/files/index.ts'
import { registerHealth } from './modules/health/index.ts'
import { type FirstRun, registerIdentity, viewerOfUser } from './modules/identity/index.ts'
import { registerIncidents } from './modules/incidents/index.ts'
import { registerGuests } from './modules/guests/index.ts'
import { registerInvoices } from './modules/invoices/index.ts'
import { registerJournal } from './modules/journal/index.ts'
import { registerLedger } from './modules/ledger/index.ts'
import { registerLocalLists } from './modules/local-lists/index.ts'
import { registerMail } from './modules/mail/index.ts'
import { registerMeterValues } from './modules/meter-values/index.ts'
import type { ModuleContext } from './modules/module.ts'
import { registerNotes } from './modules/notes/index.ts'
import { registerNotices } from './modules/notices/index.ts'
import { registerOpenId } from './modules/openid/index.ts'
import { recordTransfer, registerPayments } from './modules/payments/index.ts'
import { registerPeople } from './modules/people/index.ts'
import { registerProcesses } from './modules/processes/index.ts'
import { registerPosts } from './modules/posts/index.ts'
import { registerPrepaid } from './modules/prepaid/index.ts'
import { registerProblemReports } from './modules/problem-reports/index.ts'
import { registerProfile } from './modules/profile/index.ts'
import { registerReferences } from './modules/references/index.ts'
import { registerReports } from './modules/reports/index.ts'
import { registerRegistry } from './modules/registry/index.ts'
import { registerReservations } from './modules/reservations/index.ts'
import { registerResources } from './modules/resources/index.ts'
import { registerRights } from './modules/rights/index.ts'
import { registerScripts } from './modules/scripts/index.ts'
import { registerSavedViews } from './modules/saved-views/index.ts'
import { registerSearch } from './modules/search/index.ts'
import { registerSignUp } from './modules/sign-up/index.ts'
import { registerStations, stationSource } from './modules/stations/index.ts'
import { registerTariffs } from './modules/tariffs/index.ts'
import { registerTransactions, visibleTransactions } from './modules/transactions/index.ts'
import { registerTransfers } from './modules/transfers/index.ts'
import { registerUnmatched } from './modules/unmatched/index.ts'
import { registerWorkflow } from './modules/workflow/index.ts'
import { type Contribution, merge } from './contributions.ts'
import { type AppOptions, openContext } from './open-context.ts'
import { openGateway } from './open-gateway.ts'
import { openJobs } from './open-jobs.ts'
import { openLive, openWebServer } from './open-web-server.ts'
import { openReplica } from './open-replica.ts'
import { OwnAddress } from './own-address.ts'
import { pulseOf } from './pulse-of.ts'
import { startAll } from './shared/close-all.ts'
import type { AllHandlers } from './shared/handlers.ts'
import type { LogEvent } from './shared/log-event.ts'
import { partsOf } from './shared/role-parts.ts'
import type { StationHandlers16 } from './shared/station-connection.ts'
import { withTenant } from './storage/tenant-pool.ts'
import { version } from './version.ts'

export interface App {
  /** Listens; resolves to the port. */
  listen: WebServer['listen']
  /** Listens for stations with TLS; resolves to the port, null if none is configured. */
  listenWithTls: (host: string | undefined) => Promise<number | null>
  /** Every route of the HTTP server as `METHOD path`; for the test that compares them with the contract. */
  routeNames: WebServer['routeNames']
  /** Null in a process without the API and the console. */
  live: Live | null
  bus: Bus
  firstRun: FirstRun
  /** Runs the jobs of the modules; started after the HTTP server listens, in processes that run jobs. */
  jobs: JobRunner
  /** Adds the demo data unless it exists; its stations connect to this origin. */
  seedDemo: (origin: string) => Promise<{ stations: number; isNew: boolean }>
  /** Adds an entry to the event log. */
  logEvent: LogEvent
  /** Writes and seals the pending entries of the logs, for callers that read them immediately. */
  settleJournals: () => Promise<void>
  close: () => Promise<void>
}

/** Composes the application from its modules. A failure leaves no connection open. */
export const composeApp = (options: AppOptions): Promise<App> =>
  startAll((onClose) => compose(options, onClose), options.log)

async function compose(
  { databaseUrl, ...options }: AppOptions,
  onClose: ModuleContext['onClose'],
): Promise<Omit<App, 'close'>> {
  const address = new OwnAddress(options.config)
  const { events, tracing, ...ctx } = await openContext({
    ...options,
    databaseUrl,
    origin: () => address.origin,
    onClose,
  })
  const runs = partsOf(ctx.config.role)
  const eventLog = registerEventLog(ctx, { events })
  const audit = registerAudit(ctx)
  const apiLog = registerApiLog(ctx)
  const mail = registerMail(ctx)
  const notices = registerNotices(ctx, { mail: mail.queue })
  const posts = registerPosts(ctx)
  const scripts = registerScripts(ctx)
  const workflow = await registerWorkflow(ctx, {
    scripts: scripts.sandbox,
    notice: notices.ofScript,
    post: posts.ofScript,
  })
  const { methods, workflowIndex, outbox } = workflow
  const accounts = registerAccounts(ctx)
  const { quotas } = accounts

  const identity = await registerIdentity(ctx)
  const { account } = identity.firstRun
  const signUp = registerSignUp(ctx, { mail: mail.queue, quotas, mainAccount: account.id })
  const openId = registerOpenId(ctx, { identity: identity.deps, mail: mail.queue, signUp: signUp.deps })
  const profile = registerProfile(ctx, { mail: mail.queue })
  const search = registerSearch(ctx, { mayList: mayListClass, customObjects: workflow.customObjects })

  const commands = registerCommands(ctx, { methods, outbox })
  const { service } = commands
  const configuration = registerConfiguration(ctx, { commands: service })
  const reservations = registerReservations(ctx, { commands: service, methods, outbox })
  const localLists = registerLocalLists(ctx, { commands: service })
  const accessRules = await registerAccessRules(ctx, { methods })
  const problemReports = await registerProblemReports(ctx, { access: accessRules.index })
  const { reports } = problemReports
  const incidents = registerIncidents(ctx, { mail, posts, mayList: mayListClass, reports })
  const stations = registerStations(ctx, {
    quotas,
    methods,
    outbox,
    workflowIndex,
    usersNotifiedOfFault: incidents.usersNotifiedOfFault,
    connectorRequests: { ...commands.connectorRequests, ...reservations.connectorRequests },
    booted: [configuration.booted, commands.booted, localLists.afterBoot],
  })
  const certificates = registerCertificates(ctx, { commands: service, isVisible: stations.isVisible })
  const tariffs = await registerTariffs(ctx, { methods })
  const deciders = { access: accessRules.index, covers: tariffs.covers }
  const charges = registerCharges(ctx, { methods, visibleSessions: visibleTransactions })
  const transactions = registerTransactions(ctx, {
    deciders,
    methods,
    outbox,
    reservationUsed: reservations.used,
    withRunningCosts: charges.withRunningCosts,
  })
  const meterValues = registerMeterValues(ctx, { session: transactions.find, sees: stations.isVisible })
  meterValues.onReadings(charges.onReadings)
  const attempts = registerConnectionAttempts(ctx)
  const files = await registerFiles(ctx)
  const resources = registerResources(ctx, { productTexts: mail.texts })
  const transfers = registerTransfers(ctx, { addressOf: files.addressOf })
  const demo = registerDemo(ctx, { account })
  const payments = registerPayments(ctx, { methods, mainAccount: account.id })
  let handlers: AllHandlers | undefined
  const bulkRuns = registerBulkRuns(ctx, {
    commands: service,
    // the worker starts when all handlers are known
    requests: internalRequests(() => handlers!, { withTenant }),
    viewerOf: (userId) => viewerOfUser(ctx.db, userId),
    sources: {
      charge_point: {
        source: stationSource,
        list: 'stationList',
        label: 'identity',
        account: 's.account_id',
      },
      card: { source: cardSource, list: 'cardList', label: 'code', account: 'k.account_id' },
    },
  })
  const live = runs.web ? openLive(ctx, { ...meterValues, ...transactions, identity: identity.deps }) : null
  onClose(() => live?.close())
  workflow.onChanged(() => live?.broadcast({ kind: 'rights.changed' }))

  const driver = registerDriver(ctx, {
    access: accessRules.index,
    commands: service,
    costsSoFar: charges.costsSoFar,
    running: charges.running,
  })
  const modules = [
    eventLog,
    audit,
    apiLog,
    mail,
    notices,
    posts,
    workflow,
    accounts,
    identity,
    signUp,
    openId,
    profile,
    search,
    commands,
    certificates,
    configuration,
    reservations,
    stations,
    charges,
    transactions,
    meterValues,
    attempts,
    files,
    resources,
    demo,
    registerActivity(ctx),
    registerAuthorization(ctx, { deciders }),
    registerAvailability({ ...ctx, addressOf: files.addressOf }),
    registerReports({ ...ctx, addressOf: files.addressOf }),
    accessRules,
    registerCards(ctx, { quotas, methods, outbox, deciders }),
    bulkRuns,
    registerClients(ctx, { methods, outbox }),
    registerSites(ctx, { methods, outbox }),
    registerCars(ctx, { methods }),
    driver,
    registerGuests(ctx, {
      commands: service,
      payments: payments.guests,
      running: charges.running,
      mail: mail.queue,
      addressOf: files.addressOf,
    }),
    registerChargingProfiles(ctx),
    incidents,
    problemReports,
    registerInvoices(ctx, { methods, addressOf: files.addressOf, mail, recordTransfer }),
    registerJournal(ctx),
    registerLedger(ctx),
    registerNotes(ctx),
    localLists,
    payments,
    registerPeople(ctx, { quotas }),
    registerReferences(ctx),
    registerRegistry(ctx),
    registerRights(ctx, search),
    registerSavedViews(ctx, { mayList }),
    tariffs,
    transfers,
    registerUnmatched(ctx),
  ] satisfies Contribution[]
  // apart, because a part with jobs only would widen the type of the others
  const prepaid = registerPrepaid(ctx, { commands: service, running: charges.running })
  const contributions: readonly Contribution[] = [...modules, prepaid]
  workflow.addSubjects(contributions.flatMap(({ subjects = [] }) => subjects))
  service.addEffects(contributions.flatMap(({ commandEffects = [] }) => commandEffects))
  const replica = openReplica(ctx)
  const metrics = openMetrics({
    reads: replica?.counts,
    clock: ctx.clock,
    pools: { ...ctx.pools },
    pulse: () => pulseOf(gateway, live),
    rejected: attempts.recorder.counts,
  })
  const jobs = openJobs(ctx, contributions, { ran: metrics.jobRan, tracing })
  const stationHandlers: StationHandlers16 = merge(modules, 'stationHandlers')
  const gateway = runs.gateway
    ? await openGateway(ctx, {
        databaseUrl,
        recorder: attempts.recorder,
        subscriptions: workflowIndex,
        handlers: { '1.6': stationHandlers },
        addLogVolumes: accounts.addLogVolumes,
        ...commands.queue,
        commandAnswered: (id, outcome, ms) => {
          metrics.commandEnded(outcome)
          tracing.commandEnded(id, outcome, ms)
          return commands.queue.commandAnswered(id, outcome, ms)
        },
        options: {
          callEnded: (call) => {
            metrics.callEnded(call)
            tracing.callEnded(call)
          },
        },
        authorities: certificates.authorities,
        tlsChecked: certificates.listenerChecked,
      })
    : null
  // while the database is unavailable, no event can be sent through it
  gateway?.ingest.onState(() => live?.broadcast({ kind: 'storage.changed' }))
  const processes = registerProcesses(ctx, {
    isWatched: runs.gateway || runs.jobs,
    jobWorkers: () => jobs.workers,
    // stations that have connected elsewhere by then are not affected
    lost: async (names) => {
      await commands.processesLost(names)
      await stations.processesLost(names)
      // hints of their last facts may not have been sent
      await ctx.bus.publish(ctx.db, [{ kind: 'bus.gap' }])
    },
  })
  onClose(() => processes.close())
  const health = registerHealth(ctx, { version, pulse: () => pulseOf(gateway, live) })
  handlers = merge([...modules, health], 'handlers')
  if (runs.jobs) bulkRuns.start()
  let isStopping = false
  const web = await openWebServer(ctx, {
    identity: identity.deps,
    handlers,
    file: async (id, query) => files.open(id, query, transfers.openUpload),
    receiveUpload: transfers.receiveUpload,
    avatar: profile.openAvatar,
    resource: resources.open,
    publicPlaces: driver.publicPlaces,
    openId: { ...openId.pages, metadata: identity.metadata },
    stalled: () => gateway?.stalled() ?? [],
    notReady: () => [...(gateway?.notReady() ?? []), ...(isStopping ? ['the server is stopping'] : [])],
    handshakeProblem: (request) => gateway?.gateway.handshakeProblem(request) ?? null,
    called: apiLog.called,
    traced: (request, work) => tracing.request(request, work),
    metrics,
    replica,
    otherServers: gateway?.tls ? [gateway.tls.server] : [],
    isConsoleServed: runs.web,
  })
  web.onUpgrade((request, socket, head) => {
    if (live && request.url?.startsWith('/api/v1/live')) return void live.upgrade(request, socket, head)
    if (gateway?.gateway.handleUpgrade(request, socket, head)) return
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  onClose(() => web.close())
  // the web server waits for the sockets that were upgraded
  onClose(() => gateway?.close())
  onClose(() => live?.close())
  onClose(() => void (isStopping = true))
  return {
    listen: async (port, host) => (address.port = await web.listen(port, host)),
    listenWithTls: async (host) => (await gateway?.tls?.listen(host)) ?? null,
    routeNames: web.routeNames,
    live,
    bus: ctx.bus,
    firstRun: identity.firstRun,
    jobs,
    logEvent: ctx.logEvent,
    settleJournals: async () => {
      await apiLog.flush()
      // sealed entries become events
      await audit.seal()
      await events.flush()
    },
    seedDemo: demo.seed,
  }
}
