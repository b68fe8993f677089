import type { locales } from '@stationmaster/contract'

interface LabelTexts {
  title: string
  scan: string
  connector: string
  help: string
  check: string
}

/** Texts of labels by language. */
export const labelTexts: Readonly<Record<(typeof locales)[number], LabelTexts>> = {
  en: {
    title: 'Charge without an account',
    scan: 'Scan, see the price, pay, charge.',
    connector: 'Connector',
    help: 'Help',
    check: 'Check that the page shows this number.',
  },
  de: {
    title: 'Laden ohne Konto',
    scan: 'Scannen, Preis ansehen, bezahlen, laden.',
    connector: 'Ladepunkt',
    help: 'Hilfe',
    check: 'Prüfen Sie, ob die Seite diese Nummer zeigt.',
  },
  fr: {
    title: 'Recharger sans compte',
    scan: 'Scannez, consultez le prix, payez, rechargez.',
    connector: 'Point de charge',
    help: 'Aide',
    check: 'Vérifiez que la page affiche ce numéro.',
  },
  it: {
    title: 'Ricaricare senza account',
    scan: 'Inquadra, guarda il prezzo, paga, ricarica.',
    connector: 'Punto di ricarica',
    help: 'Assistenza',
    check: 'Controlla che la pagina mostri questo numero.',
  },
  ru: {
    title: 'Зарядка без регистрации',
    scan: 'Отсканируйте, узнайте цену, оплатите, заряжайте.',
    connector: 'Разъём',
    help: 'Помощь',
    check: 'Проверьте, что на странице указан этот номер.',
  },
  nl: {
    title: 'Laden zonder account',
    scan: 'Scan, bekijk de prijs, betaal, laad.',
    connector: 'Laadpunt',
    help: 'Hulp',
    check: 'Controleer of de pagina dit nummer toont.',
  },
}
