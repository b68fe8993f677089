import type {
  deliveryKinds,
  IncidentRow,
  IncidentRule,
  IncidentSeverity,
  locales,
} from '@stationmaster/contract'
import { dateTimeText } from '../../shared/local-time.ts'
import { oneLine } from '../../shared/one-line.ts'

export type Locale = (typeof locales)[number]

/** Words of incidents in messages, in one language. */
interface Words {
  severities: Record<IncidentSeverity, string>
  rules: Record<Exclude<IncidentRule, 'faulted' | 'site_outage'>, string>
  outage: (offline: unknown, stations: unknown) => string
  faulted: (connector: number) => string
  faultedStation: string
  since: (time: string) => string
  card: (name: string) => string
  kinds: Record<Exclude<(typeof deliveryKinds)[number], 'opened' | 'test'>, string>
  test: string
  more: (count: number) => string
}

const words: Record<Locale, Words> = {
  en: {
    severities: { critical: 'Critical', major: 'Major', minor: 'Minor' },
    rules: {
      offline: 'Station is offline',
      boot_loop: 'Boot loop',
      no_session: 'No session for unusually long',
      connection_failed: 'Connection attempts rejected',
      unmatched: 'Unmatched messages',
      review: 'Sessions to review',
      meter_backwards: 'Meter ran backwards',
      blocked_card: 'Blocked card in use',
      rating_failed: 'Price of a session not computed',
      driver_report: 'Problem reported by drivers',
      ledger_mismatch: 'Ledger does not add up',
      certificate_expiry: 'Certificate expires',
    },
    faulted: (connector) => `Fault at connector ${connector}`,
    faultedStation: 'Fault of the station',
    outage: (offline, stations) => `${offline} of ${stations} stations offline`,
    since: (time) => `since ${time}`,
    card: (name) => `card ${name}`,
    kinds: { reopened: 'Opened again', raised: 'Severity raised', escalated: 'Not acknowledged' },
    test: 'Test message: you are notified of incidents here.',
    more: (count) => `${count} more incidents`,
  },
  de: {
    severities: { critical: 'Kritisch', major: 'Hoch', minor: 'Gering' },
    rules: {
      offline: 'Ladestation ist offline',
      boot_loop: 'Neustart-Schleife',
      no_session: 'Ungewöhnlich lange kein Ladevorgang',
      connection_failed: 'Verbindungsversuche abgelehnt',
      unmatched: 'Nicht zugeordnete Nachrichten',
      review: 'Ladevorgänge zu prüfen',
      meter_backwards: 'Zähler lief rückwärts',
      blocked_card: 'Gesperrte Ladekarte benutzt',
      rating_failed: 'Preis eines Ladevorgangs nicht berechnet',
      driver_report: 'Von Fahrern gemeldetes Problem',
      ledger_mismatch: 'Abweichungen in der Buchhaltung',
      certificate_expiry: 'Zertifikat läuft ab',
    },
    faulted: (connector) => `Störung an Ladepunkt ${connector}`,
    faultedStation: 'Störung der Ladestation',
    outage: (offline, stations) => `${offline} von ${stations} Ladestationen offline`,
    since: (time) => `seit ${time}`,
    card: (name) => `Ladekarte ${name}`,
    kinds: { reopened: 'Wieder geöffnet', raised: 'Schweregrad erhöht', escalated: 'Nicht bestätigt' },
    test: 'Testnachricht: Hier werden Sie über Vorfälle benachrichtigt.',
    more: (count) => `${count} weitere Vorfälle`,
  },
  fr: {
    severities: { critical: 'Critique', major: 'Majeur', minor: 'Mineur' },
    rules: {
      offline: 'Borne hors ligne',
      boot_loop: 'Redémarrages en boucle',
      no_session: 'Aucune session depuis une durée inhabituelle',
      connection_failed: 'Tentatives de connexion refusées',
      unmatched: 'Messages sans correspondance',
      review: 'Sessions à vérifier',
      meter_backwards: 'Le compteur a reculé',
      blocked_card: 'Badge bloqué utilisé',
      rating_failed: 'Prix d’une session non calculé',
      driver_report: 'Problème signalé par des conducteurs',
      ledger_mismatch: 'Écarts dans la comptabilité',
      certificate_expiry: 'Un certificat expire',
    },
    faulted: (connector) => `Panne au point de charge ${connector}`,
    faultedStation: 'Panne de la borne',
    outage: (offline, stations) => `${offline} bornes sur ${stations} hors ligne`,
    since: (time) => `depuis le ${time}`,
    card: (name) => `badge ${name}`,
    kinds: { reopened: 'Rouvert', raised: 'Gravité relevée', escalated: 'Non pris en compte' },
    test: 'Message de test : vous serez averti ici des incidents.',
    more: (count) => `${count} autres incidents`,
  },
  it: {
    severities: { critical: 'Critico', major: 'Grave', minor: 'Lieve' },
    rules: {
      offline: 'Stazione offline',
      boot_loop: 'Riavvii continui',
      no_session: 'Nessuna sessione da un tempo insolitamente lungo',
      connection_failed: 'Tentativi di connessione rifiutati',
      unmatched: 'Messaggi non abbinati',
      review: 'Sessioni da verificare',
      meter_backwards: 'Il contatore è andato all’indietro',
      blocked_card: 'Tessera bloccata utilizzata',
      rating_failed: 'Prezzo di una sessione non calcolato',
      driver_report: 'Problema segnalato dai conducenti',
      ledger_mismatch: 'Differenze nella contabilità',
      certificate_expiry: 'Un certificato sta per scadere',
    },
    faulted: (connector) => `Guasto al punto di ricarica ${connector}`,
    faultedStation: 'Guasto della stazione',
    outage: (offline, stations) => `${offline} stazioni su ${stations} offline`,
    since: (time) => `dal ${time}`,
    card: (name) => `tessera ${name}`,
    kinds: { reopened: 'Riaperto', raised: 'Gravità aumentata', escalated: 'Non confermato' },
    test: 'Messaggio di prova: qui riceverai gli avvisi sugli incidenti.',
    more: (count) => `altri ${count} incidenti`,
  },
  ru: {
    severities: { critical: 'Критический', major: 'Серьёзный', minor: 'Незначительный' },
    rules: {
      offline: 'Станция не в сети',
      boot_loop: 'Циклическая перезагрузка',
      no_session: 'Необычно долго нет зарядных сессий',
      connection_failed: 'Попытки подключения отклонены',
      unmatched: 'Несопоставленные сообщения',
      review: 'Сессии требуют проверки',
      meter_backwards: 'Показания счётчика уменьшились',
      blocked_card: 'Использована заблокированная карта',
      rating_failed: 'Стоимость сессии не рассчитана',
      driver_report: 'Водители сообщили о проблеме',
      ledger_mismatch: 'Расхождения в учёте',
      certificate_expiry: 'Истекает срок сертификата',
    },
    faulted: (connector) => `Неисправность разъёма ${connector}`,
    faultedStation: 'Неисправность станции',
    outage: (offline, stations) => `не в сети станций: ${offline} из ${stations}`,
    since: (time) => `с ${time}`,
    card: (name) => `карта ${name}`,
    kinds: { reopened: 'Открыт снова', raised: 'Важность повышена', escalated: 'Не подтверждён' },
    test: 'Тестовое сообщение: сюда приходят уведомления об инцидентах.',
    more: (count) => `ещё инцидентов: ${count}`,
  },
  nl: {
    severities: { critical: 'Kritiek', major: 'Ernstig', minor: 'Gering' },
    rules: {
      offline: 'Station is offline',
      boot_loop: 'Herstartlus',
      no_session: 'Ongewoon lang geen laadsessie',
      connection_failed: 'Verbindingspogingen geweigerd',
      unmatched: 'Niet-gekoppelde berichten',
      review: 'Laadsessies te controleren',
      meter_backwards: 'Meter liep terug',
      blocked_card: 'Geblokkeerde laadpas gebruikt',
      rating_failed: 'Prijs van een laadsessie niet berekend',
      driver_report: 'Door rijders gemeld probleem',
      ledger_mismatch: 'Verschillen in de boekhouding',
      certificate_expiry: 'Certificaat verloopt',
    },
    faulted: (connector) => `Storing aan laadpunt ${connector}`,
    faultedStation: 'Storing van het station',
    outage: (offline, stations) => `${offline} van ${stations} stations offline`,
    since: (time) => `sinds ${time}`,
    card: (name) => `laadpas ${name}`,
    kinds: { reopened: 'Opnieuw geopend', raised: 'Ernst verhoogd', escalated: 'Niet bevestigd' },
    test: 'Testbericht: hier ontvang je meldingen van incidenten.',
    more: (count) => `nog ${count} incidenten`,
  },
}

export const testText = (locale: Locale): string => words[locale].test
export const moreText = (locale: Locale, count: number): string => words[locale].more(count)

type Kind = (typeof deliveryKinds)[number]

/** Returns one line about an incident; names of objects are inserted unchanged, as plain text. */
export function incidentText(
  incident: IncidentRow,
  { kind, locale, timeZone }: { kind: Kind; locale: Locale; timeZone: string },
): string {
  const { severities, kinds, since, card } = words[locale]
  const again = kind === 'opened' || kind === 'test' ? '' : `${kinds[kind]} – `
  const name = incident.cardname ?? incident.idtag
  const objects = [
    incident.identity && shortened(incident.identity),
    incident.sitelabel && shortened(incident.sitelabel),
    name && card(shortened(name)),
  ].filter(Boolean)
  const at = objects.length > 0 ? `: ${objects.join(', ')}` : ''
  const opened = since(dateTimeText(new Date(incident.opened), { language: locale, timeZone }))
  return `${again}${severities[incident.severity]} – ${causeOf(incident, words[locale])}${at}, ${opened}`
}

function causeOf(
  { rule, connectorid, details }: IncidentRow,
  { rules, outage, faulted, faultedStation }: Words,
): string {
  if (rule === 'site_outage') return outage(details.offline, details.stations)
  if (rule !== 'faulted') return rules[rule]
  const place = connectorid ? faulted(connectorid) : faultedStation
  return details.errorcode ? `${place} (${shortened(String(details.errorcode))})` : place
}

const maxName = 80
const shortened = (name: string): string => oneLine(name, maxName)
