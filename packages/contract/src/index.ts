import * as accessRules from './access-rules.ts'
import * as accounts from './accounts.ts'
import * as activities from './activity.ts'
import * as availabilities from './availability.ts'
import * as notes from './notes.ts'
import * as savedViews from './saved-views.ts'
import * as adminSessions from './admin-sessions.ts'
import * as authorization from './authorization.ts'
import * as bulkRuns from './bulk-runs.ts'
import * as cards from './cards.ts'
import * as cars from './cars.ts'
import * as clients from './clients.ts'
import * as drivers from './driver.ts'
import * as driverFavourites from './driver-favourites.ts'
import * as driverMoneys from './driver-money.ts'
import * as driverReservations from './driver-reservations.ts'
import * as problemReports from './problem-reports.ts'
import * as guests from './guests.ts'
import * as chargingProfiles from './charging-profiles.ts'
import * as rights from './rights.ts'
import * as commands from './commands.ts'
import * as connectionAttempts from './connection-attempts.ts'
import * as connectors from './connectors.ts'
import * as groups from './groups.ts'
import * as health from './health.ts'
import * as journals from './journals.ts'
import * as identities from './identities.ts'
import * as incidentNotifications from './incident-notifications.ts'
import * as incidents from './incidents.ts'
import * as invoices from './invoices.ts'
import * as ledgers from './ledger.ts'
import * as ledgerChecks from './ledger-check.ts'
import * as mails from './mail.ts'
import * as meterValues from './meter-values.ts'
import * as notices from './notices.ts'
import * as objects from './objects.ts'
import * as ocppLog from './ocpp-log.ts'
import * as ocppTools from './ocpp-tools.ts'
import * as openids from './openid.ts'
import * as payments from './payments.ts'
import * as people from './people.ts'
import * as posts from './posts.ts'
import * as profiles from './profile.ts'
import * as unmatched from './unmatched.ts'
import * as referenceRows from './references.ts'
import * as registries from './registry.ts'
import * as resources from './resources.ts'
import * as reservations from './reservations.ts'
import * as sellers from './sellers.ts'
import * as searches from './search.ts'
import * as service from './service.ts'
import * as ownSessions from './own-sessions.ts'
import * as session from './session.ts'
import * as signUps from './sign-up.ts'
import * as sites from './sites.ts'
import * as stationGroupEndpoints from './station-groups.ts'
import * as certificateAuthorities from './certificate-authorities.ts'
import * as stationSecurity from './station-security.ts'
import * as stations from './stations.ts'
import * as transactions from './transactions.ts'
import * as clientGroups from './client-groups.ts'
import * as charges from './charges.ts'
import * as tariffs from './tariffs.ts'
import * as accounting from './accounting.ts'
import * as ownerStatements from './owner-statements.ts'
import * as reports from './reports.ts'
import * as tariffPrices from './tariff-price.ts'
import * as tariffComparisons from './tariff-compare.ts'
import * as transfers from './transfers.ts'
import * as classObjects from './class-objects.ts'
import * as methods from './methods.ts'
import * as workflows from './workflow.ts'
import * as workflowTries from './workflow-try.ts'
import * as workflowEdits from './workflow-edit.ts'
import type { Endpoint } from './endpoint.ts'

export * from './access-table.ts'
export * from './authorization.ts'
export * from './endpoint.ts'
export * from './endpoint-use.ts'
export * from './fresh-login.ts'
export * from './shapes.ts'
export * from './sheets.ts'
export * from './imports.ts'
export * from './live.ts'
export * from './openid.ts'
export * from './identities.ts'
export * from './incident-notifications.ts'
export * from './incidents.ts'
export * from './ledger.ts'
export * from './ledger-check.ts'
export * from './page-config.ts'
export * from './product-title.ts'
export * from './service.ts'
export * from './own-sessions.ts'
export * from './session.ts'
export * from './sign-up.ts'
export * from './profile.ts'
export * from './mail.ts'
export * from './mail-texts.ts'
export * from './notices.ts'
export * from './posts.ts'
export * from './journals.ts'
export * from './station-groups.ts'
export * from './certificate-authorities.ts'
export * from './station-security.ts'
export * from './stations.ts'
export * from './connectors.ts'
export * from './connection-attempts.ts'
export * from './objects.ts'
export * from './transactions.ts'
export * from './invoice-number.ts'
export * from './meter-values.ts'
export * from './unmatched.ts'
export * from './reservations.ts'
export * from './business-object.ts'
export * from './access-rules.ts'
export * from './bulk-runs.ts'
export * from './cards.ts'
export * from './charges.ts'
export * from './cars.ts'
export * from './clients.ts'
export * from './driver.ts'
export * from './driver-favourites.ts'
export * from './driver-money.ts'
export * from './driver-reservations.ts'
export * from './problem-reports.ts'
export * from './guests.ts'
export * from './sellers.ts'
export * from './invoices.ts'
export * from './payments.ts'
export * from './sites.ts'
export * from './opening-hours.ts'
export * from './commands.ts'
export * from './ocpp-tools.ts'
export * from './charging-profiles.ts'
export * from './transfers.ts'
export * from './ocpp-log.ts'
export * from './activity.ts'
export * from './availability.ts'
export * from './notes.ts'
export * from './saved-views.ts'
export * from './accounts.ts'
export * from './currencies.ts'
export * from './client-groups.ts'
export * from './tariffs.ts'
export * from './accounting.ts'
export * from './owner-statements.ts'
export * from './reports.ts'
export * from './tariff-afir.ts'
export * from './tariff-compare.ts'
export * from './tariff-week.ts'
export * from './tariff-words.ts'
export * from './language-formats.ts'
export * from './price-text.ts'
export * from './tariff-definition.ts'
export * from './tariff-price.ts'
export * from './tariff-problems.ts'
export * from './search.ts'
export * from './people.ts'
export * from './groups.ts'
export * from './admin-sessions.ts'
export * from './rights.ts'
export * from './class-use.ts'
export * from './errors/error-table.ts'
export * from './errors/errors.ts'
export * from './health.ts'
export * from './registry.ts'
export * from './class-objects.ts'
export * from './methods.ts'
export * from './workflow.ts'
export * from './workflow-try.ts'
export * from './workflow-edit.ts'
export * from './workflow-shapes.ts'
export * from './resources.ts'
export * from './references.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'may' in value && 'answer' in value

const rowsOf = (subjects: object[]): Record<string, Endpoint> =>
  Object.fromEntries(
    subjects.flatMap((subject) =>
      Object.entries(subject).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
    ),
  )

/** All API endpoints by their export name; the server refuses to start if one has no handler. */
export const endpoints: Record<string, Endpoint> = rowsOf([
  session,
  ownSessions,
  authorization,
  signUps,
  profiles,
  identities,
  mails,
  notices,
  posts,
  journals,
  clients,
  drivers,
  driverFavourites,
  driverMoneys,
  driverReservations,
  problemReports,
  guests,
  sellers,
  invoices,
  payments,
  sites,
  certificateAuthorities,
  stationSecurity,
  stations,
  stationGroupEndpoints,
  connectionAttempts,
  connectors,
  objects,
  transactions,
  clientGroups,
  charges,
  tariffs,
  tariffPrices,
  tariffComparisons,
  accounting,
  ownerStatements,
  reports,
  meterValues,
  unmatched,
  reservations,
  accessRules,
  cards,
  cars,
  commands,
  bulkRuns,
  ocppTools,
  chargingProfiles,
  transfers,
  ocppLog,
  activities,
  availabilities,
  notes,
  savedViews,
  incidents,
  incidentNotifications,
  ledgers,
  ledgerChecks,
  accounts,
  searches,
  people,
  groups,
  adminSessions,
  health,
  rights,
  registries,
  classObjects,
  methods,
  workflows,
  workflowTries,
  workflowEdits,
  resources,
  referenceRows,
])

/** Other endpoints of the server: health, time, metadata. All are GET. */
export const serviceEndpoints: Record<string, Endpoint> = rowsOf([service, openids])
export type ServiceEndpointName = keyof typeof service | keyof typeof openids
