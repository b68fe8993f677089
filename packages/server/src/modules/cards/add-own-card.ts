import { type BodyOf, type driverCardAdd, type locales } from '@stationmaster/contract'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { clientColumn } from '../clients/index.ts'
import { notifyOperators } from '../notices/index.ts'
import { refuseManyOfDriver } from './edit-store.ts'
import { addCard, type CardWebDeps, changeOf } from './set-card.ts'

/**
 * Adds a card of the caller; returns its id. It is not enabled: the tag could belong to another person, and who pays is
 * for the operator to decide, who gets a notice.
 */
export async function addOwnCard(
  deps: CardWebDeps,
  viewer: Viewer,
  { code, name, typecode }: BodyOf<typeof driverCardAdd>,
): Promise<string | Refusal> {
  const change = changeOf({ id: null, code, name, typecode })
  if (isRefusal(change)) return change
  const { accountId, userId } = viewer
  return addCard(deps, viewer, {
    change,
    columns: async (tx) => {
      const full = await refuseManyOfDriver(tx, userId)
      if (full) return full
      const ofClient = await clientColumn(tx, viewer, { accountId, client: undefined, isNew: true })
      return isRefusal(ofClient) ? ofClient : { ...ofClient, owner_id: userId, state: 'created' }
    },
    onAdded: (tx, id) =>
      notifyOperators(
        { tx, bus: deps.bus },
        {
          accountId,
          severity: 'info',
          textOf: (locale) => noticeTexts[locale](viewer.username, code.trim()),
          classCode: 'card',
          objectId: id,
          label: code.trim(),
          now: deps.clock.now(),
        },
      ),
  })
}

const noticeTexts: Record<(typeof locales)[number], (driver: string, code: string) => string> = {
  en: (driver, code) => `${driver} has added the card ${code}. Enable it so that it can be used.`,
  de: (driver, code) =>
    `${driver} hat die Karte ${code} hinzugefügt. Aktivieren Sie sie, damit sie benutzt werden kann.`,
  fr: (driver, code) => `${driver} a ajouté le badge ${code}. Activez-le pour qu’il puisse être utilisé.`,
  it: (driver, code) => `${driver} ha aggiunto la tessera ${code}. Attivala perché possa essere usata.`,
  ru: (driver, code) => `${driver} добавил(а) карту ${code}. Включите её, чтобы ею можно было пользоваться.`,
  nl: (driver, code) =>
    `${driver} heeft laadpas ${code} toegevoegd. Activeer hem zodat hij kan worden gebruikt.`,
}
