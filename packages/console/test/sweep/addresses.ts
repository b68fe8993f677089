/**
 * The addresses that the sweep opens. A part that begins with a colon is replaced by an object of the demo; each
 * role has its own. A screen or a tab without an address here fails `src/app/sweep-addresses.test.ts`.
 */

const tabsOf = (path: string, tabs: string): string[] => tabs.split(' ').map((tab) => `${path}/${tab}`)

export const addresses: readonly string[] = [
  '/profile',
  '/crm',
  '/crm/stations?view=table',
  '/crm/stations?view=tiles',
  '/crm/stations?view=map',
  '/crm/stations?q=nothing-has-this-name',
  '/crm/stations/attempts',
  '/crm/incidents',
  '/crm/incidents/:incident',
  '/crm/activity',
  ...tabsOf(
    '/crm/station/:station',
    'activity details connectors location transactions reservations log photos notes link',
  ),
  '/crm/transactions',
  '/crm/transactions?tx=:transaction',
  '/crm/transaction/:transaction',
  '/crm/availability',
  '/crm/cards',
  '/crm/cards/rules',
  '/crm/card/:card',
  '/crm/clients',
  ...tabsOf(
    '/crm/client/:client',
    'overview stations sessions cards cars invoices accounts payments orders files details notes users',
  ),
  '/crm/account',
  '/crm/invoice',
  '/crm/invoice/sellers',
  '/crm/invoice/guests',
  '/crm/invoice/:invoice',
  '/crm/sites',
  ...tabsOf('/crm/site/:site', 'stations activity details photos notes'),
  '/crm/network',
  '/crm/tariff',
  '/crm/tariff/:tariff',
  '/crm/tariff/:tariff/compare',
  '/crm/report',
  '/crm/report/accounting',
  '/crm/report/owners',
  '/crm/search',
  '/crm/search?q=demo',
  '/crm/notice',
  '/crm/profile',
  '/ocpp',
  '/ocpp/command',
  '/ocpp/command/:station/ChangeConfiguration',
  '/ocpp/command/:station/SetChargingProfile',
  '/driver',
  '/driver/stations',
  '/driver/queue',
  '/driver/charge',
  '/driver/sessions',
  '/driver/report',
  '/driver/cards',
  '/driver/cars',
  '/driver/notice',
  '/driver/data',
  '/admin',
  '/admin/apilog',
  '/admin/dblog',
  '/admin/audit',
  '/admin/groups',
  '/admin/groups/:group',
  '/admin/users',
  ...tabsOf('/admin/users/:user', 'profile groups addresses interfaces sessions limits'),
  '/admin/registry',
  '/admin/registry/CURRENT_USER',
  '/admin/console',
  '/admin/console/station/list',
  '/admin/resource',
  '/admin/resource/:resource',
  '/admin/mail',
  '/admin/posts',
  '/admin/workflow',
  ...tabsOf('/admin/workflow/charge_point', 'edit workflow types security preview'),
  '/admin/objects',
  '/admin/reference',
  ...tabsOf('/admin/reference', 'model currency charger calendar mode network service'),
  '/nowhere',
]

/** Returns an address with its objects; null if the role has none of a kind. */
export function filled(
  address: string,
  objects: Readonly<Record<string, string | undefined>>,
): string | null {
  const parts = [...address.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  if (parts.some((name) => objects[name] === undefined)) return null
  return address.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(objects[name]!))
}
