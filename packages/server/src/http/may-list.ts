import {
  accessRuleList,
  accountGet,
  activityList,
  adminUserList,
  bulkRunList,
  cardList,
  certificateAuthorityList,
  chargeList,
  carList,
  clientGroupList,
  clientList,
  classUse,
  type ClassCode,
  commandList,
  connectionAttemptList,
  connectorList,
  driverPlaceList,
  type Endpoint,
  type EndpointUse,
  type Hint,
  incidentDeliveryList,
  incidentList,
  invoiceList,
  mailList,
  objectList,
  ocppLogList,
  postList,
  profileList,
  unmatchedList,
  orderList,
  paymentList,
  reservationList,
  securityEventList,
  sellerList,
  siteList,
  stationList,
  tariffList,
  transactionList,
  transferList,
} from '@stationmaster/contract'
import type { Viewer } from '../shared/scope.ts'

/** Endpoint that lists the objects of a built-in class. */
const listOfClass: Record<ClassCode | 'user', Endpoint> = {
  charge_point: stationList,
  connector: connectorList,
  transaction: transactionList,
  reservation: reservationList,
  card: cardList,
  account: accountGet,
  command: commandList,
  client: clientList,
  site: siteList,
  access_rule: accessRuleList,
  charge: chargeList,
  tariff: tariffList,
  client_group: clientGroupList,
  car: carList,
  incident: incidentList,
  seller: sellerList,
  invoice: invoiceList,
  payment: paymentList,
  order: orderList,
  user: adminUserList,
}

/** Endpoint that a console requests after a hint; null if the hint is about the viewer or the server itself. */
const listOfHint: Record<Hint['kind'], Endpoint | null> = {
  'station.changed': stationList,
  'connector.changed': connectorList,
  'connection_attempt.changed': connectionAttemptList,
  'transaction.started': transactionList,
  'transaction.changed': transactionList,
  'transaction.stopped': transactionList,
  'reservation.changed': reservationList,
  'card.changed': cardList,
  'client.changed': clientList,
  'client_group.changed': clientGroupList,
  'tariff.changed': tariffList,
  'site.changed': siteList,
  'access_rule.changed': accessRuleList,
  'car.changed': carList,
  'seller.changed': sellerList,
  'invoice.changed': invoiceList,
  'payment.changed': paymentList,
  'charge.changed': chargeList,
  'cost.changed': transactionList,
  'balance.changed': null,
  'command.changed': commandList,
  'bulk.changed': bulkRunList,
  'log.added': ocppLogList,
  'activity.added': activityList,
  'incident.changed': incidentList,
  'delivery.changed': incidentDeliveryList,
  'transfer.changed': transferList,
  'unmatched.changed': unmatchedList,
  'profile.changed': profileList,
  'account.changed': accountGet,
  'object.changed': objectList,
  'user.changed': adminUserList,
  'mail.changed': mailList,
  'post.changed': postList,
  'queue.changed': null,
  'notice.changed': null,
  'rights.changed': null,
  'security_event.added': securityEventList,
  'authority.changed': certificateAuthorityList,
  'storage.changed': null,
}

/** Endpoint that drivers request after a hint that is about an operator's list. */
const listOfDriver: Partial<Record<Hint['kind'], Endpoint>> = {
  'station.changed': driverPlaceList,
  'connector.changed': driverPlaceList,
}

/** Returns true if a viewer may list objects of a class, built in or created by administrators. */
export const mayListClass = (viewer: Viewer, classCode: string): boolean =>
  mayList(
    viewer,
    Object.hasOwn(listOfClass, classCode) ? listOfClass[classCode as keyof typeof listOfClass] : objectList,
  )

/** Returns true if a viewer may know that something of this kind has changed. */
export const mayReceive = (viewer: Viewer, kind: Hint['kind']): boolean => {
  const row = (viewer.isDriver ? listOfDriver[kind] : undefined) ?? listOfHint[kind]
  return row === null || mayList(viewer, row)
}

/**
 * Decides as the guard of a request would: by the role of the user, the areas, and the right to see the
 * class.
 */
export function mayList(viewer: Viewer, row: Endpoint): boolean {
  if (!isForPerson(viewer, row.may)) return false
  const use = classUse(row, {})
  return (
    isOpenArea(viewer, row.use.areas) &&
    (use === null ||
      viewer.rights.maySome(use.classCode, use.verb === 'c' || use.verb === 'a' ? 's' : use.verb))
  )
}

/** Returns true if the access of an endpoint includes the role of the user. */
export function isForPerson(viewer: Viewer, may: Endpoint['may']): boolean {
  if (may === 'admin') return viewer.isAdmin
  if (may === 'client') return viewer.clientId !== null
  return may !== 'operator' || viewer.isAdmin || !viewer.isDriver
}

/** Returns true if a user may work in one of the areas; administrators are not limited to areas. */
export const isOpenArea = (
  { isAdmin, areas }: Pick<Viewer, 'isAdmin' | 'areas'>,
  needed: EndpointUse['areas'],
): boolean => isAdmin || areas == null || needed === null || needed.some((area) => areas.includes(area))
