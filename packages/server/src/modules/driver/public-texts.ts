import type { driverConnectorStates, locales } from '@stationmaster/contract'

export type Locale = (typeof locales)[number]

interface PublicTexts {
  title: (place: string) => string
  summary: (count: number, types: string, power: string) => string
  connectors: string
  directions: string
  hours: string
  always: string
  use: string
  asOf: (time: string) => string
  states: Record<(typeof driverConnectorStates)[number], string>
}

/** Texts of the public page of a place. */
export const publicTexts: Readonly<Record<Locale, PublicTexts>> = {
  en: {
    title: (place) => `${place}: charging station`,
    summary: (count, types, power) => `Connectors: ${count}${types}${power}.`,
    connectors: 'Connectors',
    directions: 'Directions',
    hours: 'Opening hours',
    always: 'Open 24 hours',
    use: 'Sign in and charge',
    asOf: (time) => `As of ${time}`,
    states: {
      available: 'Available',
      preparing: 'Cable connected',
      finishing: 'Finishing',
      charging: 'In use',
      reserved: 'Reserved',
      unavailable: 'Unavailable',
      faulted: 'Out of order',
      offline: 'Offline',
    },
  },
  de: {
    title: (place) => `${place}: Ladestation`,
    summary: (count, types, power) => `Ladepunkte: ${count}${types}${power}.`,
    connectors: 'Ladepunkte',
    directions: 'Route',
    hours: 'Öffnungszeiten',
    always: 'Rund um die Uhr geöffnet',
    use: 'Anmelden und laden',
    asOf: (time) => `Stand: ${time}`,
    states: {
      available: 'Frei',
      preparing: 'Kabel verbunden',
      finishing: 'Wird beendet',
      charging: 'Belegt',
      reserved: 'Reserviert',
      unavailable: 'Nicht verfügbar',
      faulted: 'Gestört',
      offline: 'Offline',
    },
  },
  fr: {
    title: (place) => `${place} : borne de recharge`,
    summary: (count, types, power) => `Points de charge : ${count}${types}${power}.`,
    connectors: 'Points de charge',
    directions: 'Itinéraire',
    hours: 'Horaires d’ouverture',
    always: 'Ouvert 24 h/24',
    use: 'Se connecter et recharger',
    asOf: (time) => `Au ${time}`,
    states: {
      available: 'Disponible',
      preparing: 'Câble branché',
      finishing: 'Fin de session',
      charging: 'Occupé',
      reserved: 'Réservé',
      unavailable: 'Indisponible',
      faulted: 'En panne',
      offline: 'Hors ligne',
    },
  },
  it: {
    title: (place) => `${place}: stazione di ricarica`,
    summary: (count, types, power) => `Punti di ricarica: ${count}${types}${power}.`,
    connectors: 'Punti di ricarica',
    directions: 'Indicazioni',
    hours: 'Orari di apertura',
    always: 'Aperto 24 ore su 24',
    use: 'Accedi e ricarica',
    asOf: (time) => `Aggiornato: ${time}`,
    states: {
      available: 'Libero',
      preparing: 'Cavo collegato',
      finishing: 'In chiusura',
      charging: 'Occupato',
      reserved: 'Prenotato',
      unavailable: 'Non disponibile',
      faulted: 'Guasto',
      offline: 'Offline',
    },
  },
  ru: {
    title: (place) => `${place}: зарядная станция`,
    summary: (count, types, power) => `Разъёмы: ${count}${types}${power}.`,
    connectors: 'Разъёмы',
    directions: 'Маршрут',
    hours: 'Часы работы',
    always: 'Круглосуточно',
    use: 'Войти и зарядить',
    asOf: (time) => `По состоянию на ${time}`,
    states: {
      available: 'Свободен',
      preparing: 'Кабель подключён',
      finishing: 'Завершается',
      charging: 'Занят',
      reserved: 'Забронирован',
      unavailable: 'Недоступен',
      faulted: 'Неисправен',
      offline: 'Не в сети',
    },
  },
  nl: {
    title: (place) => `${place}: laadstation`,
    summary: (count, types, power) => `Laadpunten: ${count}${types}${power}.`,
    connectors: 'Laadpunten',
    directions: 'Route',
    hours: 'Openingstijden',
    always: '24 uur per dag open',
    use: 'Inloggen en laden',
    asOf: (time) => `Stand: ${time}`,
    states: {
      available: 'Vrij',
      preparing: 'Kabel aangesloten',
      finishing: 'Wordt afgerond',
      charging: 'Bezet',
      reserved: 'Gereserveerd',
      unavailable: 'Niet beschikbaar',
      faulted: 'Storing',
      offline: 'Offline',
    },
  },
}
