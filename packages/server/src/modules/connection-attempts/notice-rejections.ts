import type { locales } from '@stationmaster/contract'
import { inTransaction } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { notifyOperators } from '../notices/index.ts'
import { claimNotice } from './store.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'logEvent'>

interface RejectedStation {
  stationId: string
  address: string
  reason: string
  count: number
  minutes: number
}

/**
 * Notifies the operators of a station that its handshakes are rejected repeatedly, and writes an entry in the
 * event log: once a day per station, and for a limited number of stations per account.
 */
export async function noticeRejections(deps: Deps, rejected: RejectedStation): Promise<void> {
  const { stationId, address, reason, count, minutes } = rejected
  const now = deps.clock.now()
  const station = await inTransaction(deps.db, async (tx) => {
    const claimed = await claimNotice(tx, stationId, now)
    if (!claimed) return null
    const { accountId, identity } = claimed
    await notifyOperators(
      { tx, bus: deps.bus },
      {
        accountId,
        severity: 'warning',
        textOf: (locale) => noticeTexts[locale]({ identity, address, count, minutes }),
        classCode: 'charge_point',
        objectId: stationId,
        label: identity,
        now,
      },
    )
    return claimed
  })
  if (!station) return
  deps.logEvent({
    type: 'warning',
    code: 'stations',
    event: 'handshakes of a station are rejected',
    text: `${count} within ${minutes} minutes, the last one from ${address}: ${reason}`,
    account: station.accountId,
    object: station.identity,
  })
}

export interface RejectedOften {
  identity: string
  /** Of the last attempt. */
  address: string
  count: number
  minutes: number
}

/** Notice for operators of a station that was rejected repeatedly. */
const noticeTexts: Record<(typeof locales)[number], (of: RejectedOften) => string> = {
  en: ({ identity, address, count, minutes }) =>
    `${count} connection attempts of charging station ${identity} were rejected within ${minutes} minutes, the last one from ${address}. The station's page shows the reason.`,
  de: ({ identity, address, count, minutes }) =>
    `${count} Verbindungsversuche der Ladestation ${identity} wurden innerhalb von ${minutes} Minuten abgelehnt, der letzte von ${address}. Den Grund zeigt die Seite der Ladestation.`,
  fr: ({ identity, address, count, minutes }) =>
    `${count} tentatives de connexion de la borne ${identity} ont été refusées en ${minutes} minutes, la dernière depuis ${address}. La page de la borne en indique la raison.`,
  it: ({ identity, address, count, minutes }) =>
    `${count} tentativi di connessione della stazione di ricarica ${identity} sono stati rifiutati in ${minutes} minuti, l’ultimo da ${address}. Il motivo è indicato nella pagina della stazione.`,
  ru: ({ identity, address, count, minutes }) =>
    `Отклонено попыток подключения станции ${identity} за ${minutes} минут: ${count}, последняя — с адреса ${address}. Причина указана на странице станции.`,
  nl: ({ identity, address, count, minutes }) =>
    `${count} verbindingspogingen van station ${identity} zijn binnen ${minutes} minuten geweigerd, de laatste vanaf ${address}. De reden staat op de pagina van het station.`,
}
