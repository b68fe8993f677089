import type { locales } from '@stationmaster/contract'

type Locale = (typeof locales)[number]

export interface ReportedFault {
  /** Label of the station with its identity, or the identity alone. */
  station: string
  /** 0 for the station itself. */
  evseNo: number
  /** Error code reported by the station; null if there is none or NoError. */
  errorCode: string | null
}

const sentences: Record<Locale, { station: string; connector: string }> = {
  en: {
    station: 'Charging station {station} reports a fault{code}.',
    connector: 'Connector {no} of charging station {station} reports a fault{code}.',
  },
  de: {
    station: 'Die Ladestation {station} meldet eine Störung{code}.',
    connector: 'Ladepunkt {no} der Ladestation {station} meldet eine Störung{code}.',
  },
  fr: {
    station: 'La borne {station} signale une panne{code}.',
    connector: 'Le point de charge {no} de la borne {station} signale une panne{code}.',
  },
  it: {
    station: 'La stazione di ricarica {station} segnala un guasto{code}.',
    connector: 'Il punto di ricarica {no} della stazione {station} segnala un guasto{code}.',
  },
  ru: {
    station: 'Станция {station} сообщает о неисправности{code}.',
    connector: 'Разъём {no} станции {station} сообщает о неисправности{code}.',
  },
  nl: {
    station: 'Station {station} meldt een storing{code}.',
    connector: 'Laadpunt {no} van station {station} meldt een storing{code}.',
  },
}

/** Returns the notice of a fault; texts of the station are inserted unchanged, as plain text. */
export function faultText(locale: Locale, { station, evseNo, errorCode }: ReportedFault): string {
  const values: Readonly<Record<string, string>> = {
    station,
    no: String(evseNo),
    code: errorCode === null ? '' : `: ${errorCode}`,
  }
  const sentence = sentences[locale][evseNo === 0 ? 'station' : 'connector']
  return sentence.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '')
}
