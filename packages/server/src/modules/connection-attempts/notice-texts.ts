import type { locales } from '@stationmaster/contract'

export interface RejectedOften {
  identity: string
  /** Of the last attempt. */
  address: string
  count: number
  minutes: number
}

/** Notice for operators of a station that was rejected repeatedly. */
export const noticeTexts: Record<(typeof locales)[number], (of: RejectedOften) => string> = {
  en: ({ identity, address, count, minutes }) =>
    `${count} connection attempts of charging station ${identity} were rejected within ${minutes} minutes, the last one from ${address}. The station's page shows the reason.`,
  de: ({ identity, address, count, minutes }) =>
    `${count} Verbindungsversuche der Ladestation ${identity} wurden innerhalb von ${minutes} Minuten abgelehnt, der letzte von ${address}. Den Grund zeigt die Seite der Station.`,
  fr: ({ identity, address, count, minutes }) =>
    `${count} tentatives de connexion de la borne ${identity} ont été refusées en ${minutes} minutes, la dernière depuis ${address}. La page de la borne en indique la raison.`,
  it: ({ identity, address, count, minutes }) =>
    `${count} tentativi di connessione della stazione di ricarica ${identity} sono stati rifiutati in ${minutes} minuti, l’ultimo da ${address}. Il motivo è indicato nella pagina della stazione.`,
  ru: ({ identity, address, count, minutes }) =>
    `Отклонено попыток подключения станции ${identity} за ${minutes} минут: ${count}, последняя — с адреса ${address}. Причина указана на странице станции.`,
  nl: ({ identity, address, count, minutes }) =>
    `${count} verbindingspogingen van station ${identity} zijn binnen ${minutes} minuten geweigerd, de laatste vanaf ${address}. De reden staat op de pagina van het station.`,
}
